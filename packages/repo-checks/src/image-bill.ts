import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { mergeBills, readBill } from './release/bill.ts'

// Writes the bill of materials of an image: image-bill.ts <file> <package> [further packages in it].
// SOURCE_DATE_EPOCH (seconds) is its time.
const root = fileURLToPath(new URL('../../../', import.meta.url))
const [file, program, ...further] = process.argv.slice(2)
if (file === undefined || program === undefined)
  throw new Error('usage: image-bill.ts <file> <package> [further packages]')
const first = await readBill(root, program)
const others = await Promise.all(further.map((name) => readBill(root, name)))
const time = Number(process.env['SOURCE_DATE_EPOCH'] ?? 0)
await writeFile(file, JSON.stringify(mergeBills([first, ...others], time), undefined, 2))
