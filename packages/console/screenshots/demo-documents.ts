import type { Browser } from 'playwright-core'
import type { Platform } from './browser.ts'
import { tokenOf } from './demo.ts'

const agreement = (price: string, term: string): string => `Supplier agreement 2027

1. The supplier delivers roasted coffee once a week, on Mondays before nine.
2. The price is ${price} for a kilogram, delivery included.
3. The agreement runs for ${term} and ends by itself.
4. Both sides may end it with a notice of four weeks.
`

const others: readonly (readonly [string, string])[] = [
  ['Travel policy.md', '# Travel policy\n\nTrains before planes.\n'],
  ['Minutes of the works council.txt', 'Present: six members.\n'],
  ['Fire safety plan.txt', 'Ground floor: two exits.\n'],
  ['员工手册.txt', '第一章 总则\n'],
]

/** Folders and documents as an office has them, one with two versions. */
export async function makeDocuments(browser: Browser, platform: Platform): Promise<void> {
  const token = await tokenOf(browser, platform, 'employee')
  const headers = { authorization: `Bearer ${token}` }
  const post = async (path: string, json: unknown): Promise<Record<string, unknown>> => {
    const answer = await fetch(new URL(path, platform.baseUrl), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(json),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
  const upload = async (fileName: string, text: string, to: { documentId?: string } = {}) => {
    const body = new TextEncoder().encode(text)
    const asked = { fileName, sizeBytes: body.length, contentType: 'text/plain', ...to }
    const id = String((await post('/api/dms/uploads/initiate', asked))['id'])
    const content = await fetch(new URL(`/api/dms/uploads/${id}/content`, platform.baseUrl), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body,
    })
    if (!content.ok) throw new Error(`content: ${content.status}`)
    return post(`/api/dms/uploads/${id}/complete`, {})
  }
  for (const name of ['Contracts', 'Human resources', '财务']) {
    await post('/api/dms/folders', { name })
  }
  for (const [name, text] of others) await upload(name, text)
  const first = agreement('11.80 euros', 'one year')
  const { documentId } = await upload('Supplier agreement.txt', first)
  const second = agreement('11.20 euros', 'two years')
  await upload('Supplier agreement.txt', second, { documentId: String(documentId) })
}
