import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { marked, type Token, type Tokens } from 'marked'

/** A block of a guide that something is done with. */
export type Block =
  /** Commands for a shell. */
  | { readonly kind: 'commands'; readonly text: string }
  /** A file that is written, or quoted from what was laid out. */
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  /** What a program says; `…` is anything. */
  | { readonly kind: 'output'; readonly text: string }
  /** One item of a list: what a person does in a browser. */
  | { readonly kind: 'step'; readonly tokens: readonly Token[] }

const guide = fileURLToPath(new URL('../../docs/guides/connect-a-business-app.md', import.meta.url))

/** Blocks of code with a `title`, anywhere in the guide: each quotes a file of the application. */
export const readQuotes = (): readonly Extract<Block, { kind: 'file' }>[] =>
  readTokens()
    .map(toBlock)
    .filter((block) => block?.kind === 'file')

/**
 * What a newcomer does, in the order of the guide: from its beginning to the heading given.
 *
 * @throws Error when there is no such heading.
 */
export function readWalk(endHeading: string): readonly Block[] {
  const tokens = readTokens()
  const end = tokens.findIndex((token) => token.type === 'heading' && token['text'] === endHeading)
  if (end === -1) throw new Error(`the guide has no heading "${endHeading}"`)
  return tokens.slice(0, end).flatMap((token) => {
    if (isList(token) && token.ordered)
      return token.items.map(({ tokens }) => ({ kind: 'step' as const, tokens: inline(tokens) }))
    const block = toBlock(token)
    return block === undefined ? [] : [block]
  })
}

const readTokens = (): readonly Token[] => marked.lexer(readFileSync(guide, 'utf8'))

const isList = (token: Token): token is Tokens.List => token.type === 'list'

function toBlock(token: Token): Block | undefined {
  if (token.type !== 'code') return undefined
  const { lang = '', text } = token as Tokens.Code
  const path = /\btitle="([^"]+)"/.exec(lang)?.[1]
  if (path !== undefined) return { kind: 'file', path, text }
  if (lang === 'sh') return { kind: 'commands', text }
  return lang === 'text' ? { kind: 'output', text } : undefined
}

/** The words of an item, with what is bold, code or a link between them. */
const inline = (tokens: readonly Token[]): readonly Token[] =>
  tokens.flatMap((token) =>
    ['text', 'paragraph'].includes(token.type) && 'tokens' in token
      ? inline(token.tokens ?? [])
      : [token],
  )
