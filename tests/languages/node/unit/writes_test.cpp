// What of a test script is known to change the project, and is not run: alone, within other commands, and
// among tests. Everything else is run.
#include "parsers/languages/node/script/script_command.hpp"
#include "tests/languages/node/unit/parts.hpp"
#include <boost/test/unit_test.hpp>
#include <algorithm>

using namespace covey::parsers;
using namespace covey::parsers::languages::node;
using namespace covey::parsers::testing;

BOOST_AUTO_TEST_SUITE(node_scripts_that_write)

// All of them at once would be one run of `npm test` that rewrites the sources.
BOOST_AUTO_TEST_CASE(commands_that_write_are_told_from_those_that_look) {
  for (const auto* script : {"prettier --write .",
                             "prettier -w src",
                             "npx prettier --write=true .",
                             "eslint --fix .",
                             "eslint . --ext .js --fix",
                             "xo --fix",
                             "standard --fix",
                             "stylelint 'a/*.css' --fix",
                             "biome check --write .",
                             "biome format --write",
                             "biome check --apply",
                             "rome format --write .",
                             "dprint fmt",
                             "tsfmt -r",
                             "lint-staged",
                             "cost-of-modules --yarn",
                             "husky",
                             "husky install",
                             "sort-package-json",
                             "prettier-package-json --write",
                             "markdownlint --fix .",
                             "markdownlint-cli2 --fix",
                             "remark . -o",
                             "remark . --output",
                             "ruff check --fix",
                             "ruff format",
                             "black .",
                             "isort .",
                             "deno fmt",
                             "deno lint --fix",
                             "gofmt -l -w .",
                             "npm version patch",
                             "npm publish",
                             "npm install",
                             "npm ci",
                             "yarn",
                             "yarn install --frozen-lockfile",
                             "pnpm i",
                             "pnpm add x",
                             "bun install",
                             "git add .",
                             "git commit -m x",
                             "git push",
                             "git -C sub checkout .",
                             "git stash",
                             "standard-version",
                             "changeset version",
                             "changeset",
                             "api-extractor run --local",
                             "graphql-codegen",
                             "prisma generate",
                             "openapi-typescript a -o src/b.ts",
                             "protoc --js_out=. a.proto",
                             "node scripts/release.js",
                             "node -r ./env.js tools/publish-docs.mjs",
                             "sh release.sh",
                             "./tools/publish.sh",
                             "make -C sub release",
                             "make clean publish",
                             "pnpm -r publish",
                             "pnpm -r release",
                             "pnpm -w add x",
                             "npm -w a install",
                             "gh-pages -d dist",
                             "semantic-release --dry-run",
                             "npm run release -ws",
                             "turbo run publish",
                             "lerna publish",
                             "tap --snapshot",
                             "playwright test -u",
                             "doctoc README.md",
                             "git ls-files | xargs prettier --write",
                             "git ls-files | xargs -n 1 npx prettier -w",
                             "sh -c 'prettier --write .'",
                             "cross-env A=b prettier --write .",
                             "env A=b eslint --fix .",
                             "dotenv -e .env -- prettier --write .",
                             "FORCE_COLOR=1 npx --yes prettier --write .",
                             "if [ -d .git ]; then prettier --write .; fi",
                             "eval 'prettier --write .'",
                             "yarn prettier --write .",
                             "pnpm exec eslint --fix",
                             "node_modules/.bin/eslint --fix .",
                             "node node_modules/prettier/bin/prettier.cjs --write ."})
    BOOST_TEST_CONTEXT(script) {
      const auto parts = parts_of(script);
      BOOST_TEST_REQUIRE(parts.size() == 1u);
      BOOST_TEST(shown(parts.front()) == "writes " + std::string{script});
    }
  for (const auto* script :
       {"prettier --check .", "eslint .", "eslint --fix-dry-run .", "xo", "biome check .", "rome ci .",
        "prettier -c .", "sort-package-json --check", "remark . --frail", "pretty-quick --check"})
    BOOST_TEST_CONTEXT(script) BOOST_TEST(shown(parts_of(script).front()) == "check " + std::string{script});
  for (const auto* script : {"tsc -b",
                             "rollup -c",
                             "vite build",
                             "esbuild a.ts --outfile=b.js",
                             "babel src -d lib",
                             "unbuild",
                             "tsup",
                             "git diff --exit-code",
                             "git status",
                             "sed -n 1p x",
                             "node build.js",
                             "./check.sh",
                             "make test",
                             "node test/format.js",
                             "changeset status",
                             "gofmt -l .",
                             "npm audit signatures --x",
                             "black --check .",
                             "api-extractor run",
                             "npm run format:check -ws",
                             "sed -i s/a/b/ dist/x.js",
                             "perl -pi -e x y",
                             "node scripts/format.js",
                             "node gen.js",
                             "tsx tools/codegen.ts",
                             "./gencert.sh",
                             "make format",
                             "npm run format -ws",
                             "turbo run format",
                             "node test/release.js",
                             "node -p process.release",
                             "make build-release",
                             "cargo build --release",
                             "rm -rf release",
                             "git log --grep add",
                             "npm --prefix pkg run build",
                             "cargo fmt --check",
                             "deno fmt --check",
                             "cost-of-modules --no-install",
                             "cp a b",
                             "echo '{}' > dist/package.json"})
    BOOST_TEST_CONTEXT(script) {
      const auto parts = parts_of(script);
      BOOST_TEST_REQUIRE(parts.size() == 1u);
      BOOST_TEST(!shown(parts.front()).starts_with("writes"));
    }
}

BOOST_AUTO_TEST_CASE(a_script_that_mixes_them_with_a_build_is_taken_apart) {
  const auto project = with_scripts({{"pretest", "npm run prepare-all"},
                                     {"test", "mocha"},
                                     {"prepare-all", "npm run build && npm run pretty && npm run lint"},
                                     {"build", "tsc && cp a b"},
                                     {"pretty", "prettier --write . && eslint --fix ."},
                                     {"lint", "eslint ."}});
  BOOST_TEST(is_same(shown(read_script(project, "test").commands),
                     {"step npm run build", "writes npm run pretty", "check npm run lint", "mocha"}));
  for (const auto* script :
       {"npm run a && npm run b", "yarn a && pnpm b", "bun run a && bun run b", "run-s a b",
        "npm-run-all a b", "concurrently npm:a npm:b", "sh -c 'npm run a && npm run b'"})
    BOOST_TEST_CONTEXT(script) {
      const auto all = with_scripts({{"test", script}, {"a", "make all"}, {"b", "prettier --write ."}});
      const auto parts = shown(read_script(all, "test").commands);
      BOOST_TEST((std::find(parts.begin(), parts.end(), "step " + std::string{script}) == parts.end()));
      BOOST_TEST_REQUIRE(parts.size() == 2u);
      BOOST_TEST(parts.back().starts_with("writes "));
    }
}

// Names tell of nothing but of what publishes: nobody may find a package released by its tests.
BOOST_AUTO_TEST_CASE(a_script_whose_name_says_that_it_publishes_is_believed) {
  const auto project =
      with_scripts({{"test", "npm run format && npm run docs:publish && npm run build:release && mocha"},
                    {"format", "node tools/pretty.js"},
                    {"docs:publish", "shipit"},
                    {"build:release", "tsc"}});
  BOOST_TEST(
      is_same(shown(read_script(project, "test").commands),
              {"step npm run format", "writes npm run docs:publish", "step npm run build:release", "mocha"}));
}

BOOST_AUTO_TEST_CASE(alternatives_that_write_are_left_out) {
  BOOST_TEST(is_same(shown(parts_of("prettier --check . || prettier --write . && mocha")),
                     {"check prettier --check . (optional)", "writes prettier --write .", "mocha"}));
  BOOST_TEST(is_same(shown(parts_of("test -d out || npx prettier -w . ; mocha")),
                     {"step test -d out (optional)", "writes npx prettier -w .", "mocha"}));
}

BOOST_AUTO_TEST_CASE(what_a_redirection_makes_is_a_step) {
  BOOST_TEST(
      is_same(shown(parts_of("tsc && echo '{\"type\":\"commonjs\"}' > dist/package.json && mocha 2>&1")),
              {"step tsc", "step echo '{\"type\":\"commonjs\"}' > dist/package.json", "mocha"}));
  BOOST_TEST(is_same(shown(parts_of("echo begin 1>&2 && echo x > /dev/null && mocha")), {"mocha"}));
}

BOOST_AUTO_TEST_SUITE_END()
