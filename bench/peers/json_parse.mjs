// node json_parse.mjs lines|document FILE: JSON.parse of each line, or of all of it, as one writes it first. The file
// has been read before the time begins; what is timed are its bytes becoming text, and that becoming objects. Prints
// one line of JSON: seconds; of lines: how many are objects; of a document: how many members it has.
import { readFileSync } from "node:fs"

const [what, file] = process.argv.slice(2)
const bytes = readFileSync(file)

function lines() {
  let events = 0
  for (const line of bytes.toString().split("\n")) {
    try {
      const event = JSON.parse(line)
      if (typeof event === "object") events += 1
    } catch {
      // noise between the events
    }
  }
  return { events }
}

function document() {
  return { files: Object.keys(JSON.parse(bytes.toString())).length }
}

const start = performance.now()
const found = what === "lines" ? lines() : document()
const seconds = (performance.now() - start) / 1000
console.log(JSON.stringify({ seconds, ...found }))
