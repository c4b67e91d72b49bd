import { expect, it } from 'vitest'
import { textLoaders, type Namespace } from './namespaces.ts'

/** Every text with its place: `nav.inbox` → 'Inbox'. */
function flatten(value: unknown, path: readonly string[] = []): [string, string][] {
  if (typeof value === 'string') return [[path.join('.'), value]]
  return Object.entries(value as object).flatMap(([key, inner]) => flatten(inner, [...path, key]))
}

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\w+\}\}/g)].map(([name]) => name).toSorted()

// The names of the namespaces are the keys of this very object.
it.each(Object.keys(textLoaders) as Namespace[])(
  'says all of %s in both languages',
  async (name) => {
    const english = new Map(flatten((await textLoaders[name].en()).texts))
    const chinese = new Map(flatten((await textLoaders[name]['zh-CN']()).texts))
    expect([...chinese.keys()].toSorted()).toEqual([...english.keys()].toSorted())
    for (const [key, text] of english) {
      const translated = chinese.get(key) ?? ''
      expect(text.trim(), key).not.toBe('')
      expect(translated.trim(), key).not.toBe('')
      expect(placeholders(translated), key).toEqual(placeholders(text))
    }
  },
)
