import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeBills } from './release/bill.ts'
import { listPublished } from './release/published.ts'

// Writes the bills of materials of what is published to .local/release, and does nothing else.
const root = fileURLToPath(new URL('../../../', import.meta.url))
const out = join(root, '.local/release')
await mkdir(out, { recursive: true })
const bills = await writeBills(root, await listPublished(root), out)
console.log(bills.join('\n'))
