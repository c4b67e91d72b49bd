import { dropEmpty } from '../../shared/form/drop-empty.ts'

/** What the address of the library says. */
export interface LibrarySearch {
  readonly folder?: string
  readonly q?: string
  readonly tag?: string
  readonly trash?: true
}

export const documentTabs = [
  'preview',
  'versions',
  'access',
  'shares',
  'approval',
  'activity',
] as const
export type DocumentTab = (typeof documentTabs)[number]

export interface DocumentSearch {
  readonly tab?: Exclude<DocumentTab, 'preview'>
}

type Raw = Readonly<Record<string, unknown>>

/** Reads an address that anybody may have typed: what makes no sense is left out. */
export function readLibrarySearch(raw: Raw): LibrarySearch {
  return {
    ...dropEmpty({ folder: textOf(raw['folder']), q: textOf(raw['q']), tag: textOf(raw['tag']) }),
    ...(raw['trash'] === true ? { trash: true as const } : {}),
  }
}

export function readDocumentSearch(raw: Raw): DocumentSearch {
  const tab = documentTabs.find((known) => known === raw['tab'])
  return tab === undefined || tab === 'preview' ? {} : { tab }
}

/** Numbers in an address arrive as numbers, also where a text was meant. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.slice(0, 200) : undefined
}
