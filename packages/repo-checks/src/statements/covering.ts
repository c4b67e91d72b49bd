import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Asked } from '@countersign/test-kit/statements/asked'
import { coveringFiles } from './covering-files.ts'

// Of the test files named on standard input, those that together ask nine of ten statements that all of them asked in the
// run whose STATEMENTS_FOLDER is given: the last tenth takes as long as all before it. `.ci/run` asks these of the oldest
// PostgreSQL, and has it plan every statement.
const folder = process.argv[2] ?? ''
const candidates = new Set((await text(process.stdin)).split('\n').filter(Boolean))
const notes = await Promise.all(
  (await readdir(folder)).map(
    async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Asked,
  ),
)
const asked = notes.filter(({ file }) => candidates.has(file))
const noted = new Set(asked.map(({ file }) => file))
// One that came to no end tells nothing, and is run whatever others ask.
const silent = [...candidates].filter((file) => !noted.has(file))
const files = [...coveringFiles(asked, 0.9), ...silent]
if (noted.size === 0) throw new Error(`${folder} tells of none of the ${candidates.size} files`)
console.log(files.join('\n'))
