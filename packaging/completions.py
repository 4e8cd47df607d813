"""What bash, zsh and fish complete: subcommands, options, their choices, and the tools. Static texts: no shell starts covey."""
import re

sets_of_tools = ["core", "all"]  # what --tools knows besides their names


def words(argument, tools):
    """What can follow; nothing: a path."""
    if argument.long in ("--tools", "calls"):
        return (sets_of_tools if argument.long == "--tools" else []) + tools
    return argument.choices


def takes_value(argument):
    return argument.kind != ""


def name_of(kind):
    return {"bash": "covey", "zsh": "_covey", "fish": "covey.fish"}[kind]


# --- bash -------------------------------------------------------------------------------------------------------------------

def bash_values(options, tools, indent):
    out = []
    for option in filter(takes_value, options):
        known = words(option, tools)
        if known:
            reply = f'_covey_words "{" ".join(known)}"'
        elif option.is_folder:
            reply = 'COMPREPLY=($(compgen -d -- "$word")); compopt -o filenames'
        elif option.kind == "TEXT":
            reply = 'COMPREPLY=($(compgen -f -- "$word")); compopt -o filenames'
        else:
            reply = ":"  # a number
        out.append(f"{indent}{'|'.join(option.names)}) {reply}; return ;;\n")
    return "".join(out)


def bash(command, tools):
    subs = command.subcommands
    names = " ".join(sub.name for sub in subs)
    of_all = [name for option in command.options for name in option.names]
    before, options, positionals = "", "", ""
    for sub in subs:
        values = bash_values(sub.options, tools, "      ")
        if values:
            before += f"    {sub.name}) case $previous in\n{values}    esac ;;\n"
        own = [name for option in sub.options for name in option.names if name not in of_all]
        if own:
            options += f'      {sub.name}) options+=" {" ".join(own)}" ;;\n'
        for positional in sub.positionals:
            known = words(positional, tools)
            reply = (f'_covey_words "{" ".join(known)}"' if known
                     else 'COMPREPLY=($(compgen -f -- "$word")); compopt -o filenames')
            positionals += f"    {sub.name}) {reply} ;;\n"
    valued = "|".join(name for option in command.options if takes_value(option) for name in option.names)
    after = bash_values(command.options, tools, "    ")
    return f"""# bash completion of covey
# Of the given words; after a comma those that can follow it.
_covey_words() {{
  local last=${{word##*,}}
  COMPREPLY=($(compgen -P "${{word%"$last"}}" -W "$1" -- "$last"))
}}
_covey() {{
  local word=$2 previous=$3 sub= i skip= options="{' '.join(of_all)}"
  COMPREPLY=()
  if [[ $word == = ]]; then word=; fi  # --output=
  if [[ $previous == = || ${{COMP_WORDS[COMP_CWORD]}} == = ]]; then previous=${{COMP_WORDS[COMP_CWORD - 1]}}; fi
  if [[ $previous == = ]]; then previous=${{COMP_WORDS[COMP_CWORD - 2]}}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    if [[ $skip ]]; then skip=; continue; fi
    case ${{COMP_WORDS[i]}} in
      {valued}) skip=yes ;;
      {names.replace(' ', '|')}) sub=${{COMP_WORDS[i]}}; break ;;
    esac
  done
  case $sub in
{before}  esac
  case $previous in
{after}  esac
  if [[ $word == -* ]]; then
    case $sub in
{options}    esac
    COMPREPLY=($(compgen -W "$options" -- "$word"))
    return
  fi
  case $sub in
    "") COMPREPLY=($(compgen -W "{names}" -- "$word")) ;;
{positionals}  esac
}}
complete -F _covey covey covey-mcp
""".encode()


# --- zsh --------------------------------------------------------------------------------------------------------------------

def zsh_text(text):
    return re.sub(r"([\[\]:\\])", r"\\\1", text).replace("'", "'\\''")


def zsh_action(argument, tools):
    known = words(argument, tools)
    if known and argument.long == "--tools":
        return f"_sequence compadd - {' '.join(known)}"
    if known:
        return f"({' '.join(known)})"
    return "_directories" if argument.is_folder else "_files" if argument.kind == "TEXT" else " "


def zsh_option(option, tools):
    value = f":{zsh_text(option.kind.lower())}:{zsh_action(option, tools)}" if takes_value(option) else ""
    others = f"({' '.join(option.names)})"
    names = option.names[0] if len(option.names) == 1 else "{" + ",".join(option.names) + "}"
    spec = f"[{zsh_text(option.text)}]{value}'"
    return f"'{others}'{names}'{spec}" if len(option.names) > 1 else f"'{others}{names}{spec}"


def zsh(command, tools):
    of_all = [zsh_option(option, tools) for option in command.options]
    lines = "".join(f"    {option}\n" for option in of_all)
    described = "".join(f"        '{sub.name}:{zsh_text(sub.text)}'\n" for sub in command.subcommands)
    branches = ""
    for sub in command.subcommands:
        specs = [zsh_option(option, tools) for option in sub.options]
        for i, positional in enumerate(sub.positionals):
            place = "*" if positional.many else str(i + 1)
            specs.append(f"'{place}:{positional.long}:{zsh_action(positional, tools)}'")
        own = {name for option in sub.options for name in option.names}
        kept = [spec for option, spec in zip(command.options, of_all) if not own.intersection(option.names)]
        branches += f"        {sub.name})\n          _arguments -s " + " ".join(f"\\\n            {spec}" for spec in specs + kept)
        branches += " ;;\n"
    return f"""#compdef covey covey-mcp
_covey() {{
  local curcontext=$curcontext state line
  local -a subcommands of_all=(
{lines}  )
  _arguments -C -s $of_all '1: :->subcommand' '*:: :->argument'
  case $state in
    subcommand)
      subcommands=(
{described}      )
      _describe subcommand subcommands ;;
    argument)
      case $line[1] in
{branches}      esac ;;
  esac
}}
if [[ $funcstack[1] == _covey ]]; then _covey "$@"; else compdef _covey covey covey-mcp; fi
""".encode()


# --- fish -------------------------------------------------------------------------------------------------------------------

def fish_text(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def fish_option(option, tools, condition):
    out = f"complete -c covey{condition}"
    for name in option.names:
        out += f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}"
    if takes_value(option):
        known = words(option, tools)
        if known and option.long == "--tools":
            out += f" -x -a \"(__fish_append , {' '.join(known)})\""
        elif known:
            out += f" -x -a {fish_text(' '.join(known))}"
        elif option.is_folder:
            out += " -x -a '(__fish_complete_directories)'"
        else:
            out += " -r" if option.kind == "TEXT" else " -x"
    return f"{out} -d {fish_text(option.text)}\n"


def fish(command, tools):
    names = " ".join(sub.name for sub in command.subcommands)
    out = "# fish completion of covey\ncomplete -c covey -f\n"
    own = {name for sub in command.subcommands for option in sub.options for name in option.names}
    for option in command.options:
        hiding = [sub.name for sub in command.subcommands
                  if any(set(o.names) & set(option.names) for o in sub.options)]
        condition = f" -n {fish_text('not __fish_seen_subcommand_from ' + ' '.join(hiding))}" if own & set(option.names) else ""
        out += fish_option(option, tools, condition)
    for sub in command.subcommands:
        out += f"complete -c covey -n {fish_text('not __fish_seen_subcommand_from ' + names)} -a {sub.name} -d {fish_text(sub.text)}\n"
    for sub in command.subcommands:
        condition = f" -n {fish_text('__fish_seen_subcommand_from ' + sub.name)}"
        out += "".join(fish_option(option, tools, condition) for option in sub.options)
        for positional in sub.positionals:
            known = words(positional, tools)
            out += f"complete -c covey{condition} " + (f"-a {fish_text(' '.join(known))}\n" if known else "-F\n")
    return (out + "complete -c covey-mcp -w covey\n").encode()
