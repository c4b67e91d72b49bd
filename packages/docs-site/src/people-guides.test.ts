import { existsSync } from 'node:fs'
import { glob, readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'

const root = new URL('../../../', import.meta.url)
const languages = { en: 'docs/people/', 'zh-cn': 'docs/zh-CN/people/' } as const

/** Every text of a catalogue, however deep it stands. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn)

describe.each(Object.entries(languages))('the guides for people (%s)', (language, folder) => {
  const shown = new Set<string>()
  let guides: string[]

  beforeAll(async () => {
    const catalogues = `packages/{console,approval-ui}/src/**/text/${language}.ts`
    for await (const file of glob(catalogues, { cwd: fileURLToPath(root) })) {
      const module: unknown = await import(new URL(file, root).href)
      for (const text of textsIn({ ...(module as object) })) shown.add(text)
    }
    guides = await readdir(new URL(folder, root))
  })

  it('name what can be read on the screen', async () => {
    for (const guide of guides) {
      const text = await readFile(new URL(`${folder}${guide}`, root), 'utf8')
      const named = [...text.matchAll(/\*\*(.+?)\*\*/gs)].map(([, name = '']) =>
        name.replaceAll(/\s+/g, ' '),
      )
      expect(named.length, guide).toBeGreaterThan(3)
      expect(
        named.filter((name) => !shown.has(name)),
        guide,
      ).toEqual([])
    }
  })

  it('are there in the other language', () => {
    const others = Object.values(languages).filter((other) => other !== folder)
    const missing = others.flatMap((other) =>
      guides.filter((guide) => !existsSync(new URL(`${other}${guide}`, root))),
    )
    expect(guides.length).toBeGreaterThan(3)
    expect(missing).toEqual([])
  })
})

it('shows no picture that the screenshots would not take anew', async () => {
  const shots = new Set<string>()
  const sources = glob('packages/console/screenshots/shots/*.ts', { cwd: fileURLToPath(root) })
  for await (const file of sources) {
    const source = await readFile(new URL(file, root), 'utf8')
    for (const [, name = ''] of source.matchAll(/name: '([\w-]+)'/g)) shots.add(`${name}.png`)
  }
  const pictures = await readdir(new URL('docs/pictures/', root))
  const photographs = pictures.filter((picture) => picture.endsWith('.png'))
  expect(photographs.length).toBeGreaterThan(10)
  expect(photographs.filter((picture) => !shots.has(picture))).toEqual([])
})
