"""covey(1), made of the command line's own help."""
import time

import project


def quoted(text):
    """For roff: no line begins with a control character, no dash is a hyphen that cannot be pasted."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("…", "...")
    return "\\&" + text if text.startswith((".", "'")) else text


def item(argument):
    names = ", ".join(rf"\fB{quoted(name)}\fR" for name in argument.names)
    value = quoted(argument.value()) if argument.names[0].startswith("-") else ""
    notes = [argument.range and f"{argument.range}", argument.default and f"default {argument.default}"]
    notes = "; ".join(note for note in notes if note)
    text = argument.text + (f" ({notes})" if notes else "")
    return f".TP\n{names}{f' {chr(92)}fI{value}{chr(92)}fR' if value else ''}\n{quoted(text)}\n"


def section(sub):
    positionals = " ".join(p.long if p.required else f"[{p.long}]" for p in sub.positionals)
    text = f".SS covey {sub.name} {quoted(positionals)}".rstrip() + f"\n{quoted(sub.text)}\n"
    return text + "".join(item(argument) for argument in sub.positionals + sub.options)


def page(command, tools):
    day = time.strftime("%Y-%m-%d", time.gmtime(project.date()))
    about, _, served = command.text.partition(". ")
    parts = [
        f'.TH COVEY 1 "{day}" "covey {project.version()}" "User Commands"\n',
        f".SH NAME\ncovey \\- {quoted(project.summary)}\n",
        ".SH SYNOPSIS\n.B covey\n[\\fIOPTIONS\\fR] [\\fISUBCOMMAND\\fR ...]\n",
        f".SH DESCRIPTION\n{quoted(about)}.\n{quoted(served)}\n",
        ".SH OPTIONS\n" + "".join(item(option) for option in command.options),
        ".SH SUBCOMMANDS\n" + "".join(section(sub) for sub in command.subcommands),
        f".SH TOOLS\nFor \\fBcovey call\\fR and \\fB\\-\\-tools\\fR; \\fBcovey \\-\\-describe\\-tools\\fR says what each does.\n"
        f".PP\n{', '.join(quoted(tool) for tool in tools)}\n",
        ".SH ENVIRONMENT\n.TP\n\\fBCOVEY_LOG\\fR\n\\fIinfo\\fR makes covey talk on standard error.\n",
        f".SH SEE ALSO\n.UR {project.url}\nthe documentation\n.UE\n",
    ]
    return "".join(parts).encode()
