import type { MarkdownRenderer } from 'vitepress'
import { resolveLink, type Tree } from './links.ts'

type Token = ReturnType<MarkdownRenderer['parse']>[number]

export interface Rewriting {
  readonly tree: Tree
  readonly base: string
  /** The place in the repository of each page, by its target. */
  readonly sources: Readonly<Record<string, string>>
}

/** Has the links and pictures of each page lead to where their files are in the site. */
export function rewriteLinks(md: MarkdownRenderer, rewriting: Rewriting): void {
  md.core.ruler.push('site-links', (state) => {
    const { relativePath } = state.env as { relativePath?: string }
    const source = rewriting.sources[relativePath ?? '']
    if (source === undefined) return
    for (const block of state.tokens)
      if (block.children !== null) block.children = rewrite(rewriting, source, block.children)
  })
}

function rewrite({ tree, base }: Rewriting, source: string, tokens: readonly Token[]): Token[] {
  let isUnlinked = false
  return tokens.filter((token) => {
    if (token.type === 'link_close' && isUnlinked) {
      isUnlinked = false
      return false
    }
    const name = token.type === 'image' ? 'src' : token.type === 'link_open' ? 'href' : undefined
    if (name === undefined) return true
    const goal = resolveLink(tree, source, token.attrGet(name) ?? '')
    isUnlinked = goal.kind === 'unknown'
    if (goal.kind === 'unknown') return false
    token.attrSet(name, goal.address)
    // VitePress takes an address without a target for a page, and any ending for a page's.
    if (goal.kind === 'file' && name === 'href') {
      token.attrSet(name, base + goal.address.slice(1))
      token.attrSet('target', '_self')
    }
    return true
  })
}
