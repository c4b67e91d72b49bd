import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readQuotes } from './blocks.ts'

const template = fileURLToPath(
  new URL('../../packages/create-countersign-app/template/', import.meta.url),
)

/** Without what depends on where it stands: the guide leaves out the margin, and wraps as it can. */
const plain = (text: string): string => text.replaceAll(/,?\s+/g, ' ').trim()

const quotes = readQuotes().filter(({ path }) => path !== '.env')

it('the guide quotes what it has npm create lay out', () => {
  expect(quotes.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['public/page.js', 'src/app.ts', 'src/platform.ts', 'src/events.ts']),
  )
})

it.each(quotes)('$path is as the guide quotes it', ({ path, text }) => {
  expect(plain(readFileSync(template + path, 'utf8'))).toContain(plain(text))
})
