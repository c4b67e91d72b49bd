import { lexer, type MarkedToken, type Token } from 'marked'
import { createElement, Fragment, type ReactElement, type ReactNode } from 'react'
import classes from './preview.module.css'

/** Beyond it, and where it cannot be read, a text is shown as it was written. */
const longest = 200_000
const deepest = 20

/**
 * A Markdown text with its headings, lists and tables. Each part becomes an element of ours: HTML in it is text like any
 * other, pictures are their descriptions, and links lead to the web or to mail alone.
 *
 * @returns undefined when it is too long or too deep.
 */
export function renderMarkdown(text: string): ReactElement | undefined {
  if (text.length > longest) return undefined
  try {
    const tokens = lexer(text, { gfm: true })
    const levels = levelsOf(tokens)
    return <div className={classes.document}>{renderAll(tokens, { levels, depth: 0 })}</div>
  } catch {
    return undefined
  }
}

interface Place {
  /** Of each heading, one below the one before it at most: a page's headings leave out no level. */
  readonly levels: ReadonlyMap<Token, number>
  readonly depth: number
}

function levelsOf(tokens: readonly Token[]): ReadonlyMap<Token, number> {
  const levels = new Map<Token, number>()
  let last = 0
  for (const token of tokens as readonly MarkedToken[]) {
    if (token.type !== 'heading') continue
    last = Math.min(token.depth, last + 1, 5)
    levels.set(token, last)
  }
  return levels
}

// As arguments, not as a list: what never changes needs no keys.
function renderAll(tokens: readonly Token[] = [], { levels, depth }: Place): ReactNode {
  if (depth > deepest) throw new RangeError('nested too deep')
  const below = { levels, depth: depth + 1 }
  const parts = (tokens as readonly MarkedToken[]).map((token) => render(token, below))
  return createElement(Fragment, null, ...parts)
}

function render(token: MarkedToken, place: Place): ReactNode {
  switch (token.type) {
    case 'space':
      return null
    case 'heading': {
      const level = place.levels.get(token) ?? 5
      return createElement(`h${level + 1}`, null, renderAll(token.tokens, place))
    }
    case 'paragraph':
      return <p>{renderAll(token.tokens, place)}</p>
    case 'blockquote':
      return <blockquote>{renderAll(token.tokens, place)}</blockquote>
    case 'list':
      return renderList(token, place)
    case 'table':
      return renderTable(token, place)
    case 'code':
      return <pre tabIndex={0}>{token.text}</pre>
    case 'hr':
      return <hr />
    case 'br':
      return <br />
    case 'strong':
      return <strong>{renderAll(token.tokens, place)}</strong>
    case 'em':
      return <em>{renderAll(token.tokens, place)}</em>
    case 'del':
      return <del>{renderAll(token.tokens, place)}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ '
    case 'link':
      return renderLink(token, place)
    case 'image':
      return token.text
    case 'escape':
      return token.text
    case 'text':
      return token.tokens === undefined ? token.text : renderAll(token.tokens, place)
    default:
      return token.raw
  }
}

function renderList(list: Extract<MarkedToken, { type: 'list' }>, place: Place): ReactNode {
  const items = list.items.map(({ tokens }) => <li>{renderAll(tokens, place)}</li>)
  if (!list.ordered) return createElement('ul', null, ...items)
  return createElement('ol', list.start === '' ? null : { start: list.start }, ...items)
}

function renderTable(table: Extract<MarkedToken, { type: 'table' }>, place: Place): ReactNode {
  const head = table.header.map(({ tokens }) => <th scope="col">{renderAll(tokens, place)}</th>)
  const rows = table.rows.map((row) => {
    const cells = row.map(({ tokens }) => <td>{renderAll(tokens, place)}</td>)
    return createElement('tr', null, ...cells)
  })
  return (
    <div className={classes.wide} tabIndex={0}>
      <table>
        <thead>{createElement('tr', null, ...head)}</thead>
        {createElement('tbody', null, ...rows)}
      </table>
    </div>
  )
}

function renderLink(link: Extract<MarkedToken, { type: 'link' }>, place: Place): ReactNode {
  const said = renderAll(link.tokens, place)
  if (!/^(?:https?:\/\/|mailto:)/i.test(link.href)) return said
  return (
    <a href={link.href} target="_blank" rel="noreferrer noopener">
      {said}
    </a>
  )
}
