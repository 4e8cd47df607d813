// node lcov_parser.mjs MODULES FILE: reads a tracefile as the README of @friedemannsommer/lcov-parser says to, from a
// stream, and counts what it got. Prints one line of JSON.
import { createReadStream } from "node:fs"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"

const [modules, file] = process.argv.slice(2)
const { default: parse } = createRequire(pathToFileURL(`${modules}/`))("@friedemannsommer/lcov-parser")

const start = performance.now()
const sections = await parse({ from: createReadStream(file) })
const seconds = (performance.now() - start) / 1000

let found = 0
let hit = 0
for (const { lines } of sections) {
  found += lines.details.length
  for (const line of lines.details) if (line.hit > 0) hit += 1
}
console.log(JSON.stringify({ seconds, found, hit, files: sections.length }))
