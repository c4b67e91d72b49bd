import type { DefaultTheme } from 'vitepress'
import { addressOf, type Page } from './pages.ts'

type Item = DefaultTheme.SidebarItem
type Group = readonly [title: string, pattern: RegExp]

/** In this order; a page is in the first group that takes it. */
const groups: readonly Group[] = [
  ['For people', /^people\//],
  ['Guides', /^guides\//],
  ['Processes', /^bpm\//],
  ['Packages and examples', /^(packages\/(?!(console|docs-site|[\w-]+-kit|page-build))|examples)/],
  ['Reference', /^(routes|security|problems)\/|^(terms|states|verifier|openid-\w+|requirements)\./],
  ['Operation', /^(operations\/|configuration\.|performance\/|performance\.|scale\.|changelog\.)/],
  ['Decisions', /^adr\//],
  ['How it is built', /^/],
]

const chinese: readonly Group[] = [['使用指南', /^zh-CN\/people\//]]
const toHome = { text: 'All documents', link: '/documents.html' }
const isDecision = ({ target }: Page): boolean => target.startsWith('adr/')
const isError = ({ target }: Page): boolean => /^problems\/[^/]+\//.test(target)

/** In which order people meet these; the rest is by name. */
const order = ['deciding', 'starting', 'documents', 'administering'].map(
  (name) => `people/${name}.md`,
)

/** The sidebars: of the errors of each service, of the pages in Chinese, and of everything else. */
export function sidebarsOf(pages: readonly Page[]): DefaultTheme.SidebarMulti {
  const rest = pages.filter((page) => !page.target.startsWith('zh-CN/') && !isError(page))
  return {
    ...errorsByService(pages.filter(isError)),
    '/zh-CN/': arrange(
      chinese,
      pages.filter(({ target }) => target.startsWith('zh-CN/')),
    ),
    '/adr/': [toHome, ...arrange(groups, rest.filter(isDecision))],
    '/': arrange(
      groups,
      rest.filter((page) => !isDecision(page) || page.target === 'adr/index.md'),
    ),
  }
}

function arrange(groups: readonly Group[], pages: readonly Page[]): Item[] {
  const grouped = Map.groupBy(pages, ({ target }) =>
    groups.findIndex(([, pattern]) => pattern.test(target)),
  )
  return groups.flatMap(([text], at) => {
    const found = grouped.get(at) ?? []
    const items = found.toSorted((one, other) => rank(one) - rank(other)).map(itemOf)
    return items.length === 0 ? [] : [{ text, items }]
  })
}

/** `bpm.task_not_open` is of bpm: beside it are the errors of bpm, not those of everybody. */
function errorsByService(pages: readonly Page[]): DefaultTheme.SidebarMulti {
  const services = Map.groupBy(pages, ({ title }) => title.split('.')[0] ?? title)
  const sidebars = [...services].map(([service, within]) => [
    `/problems/${service}.`,
    [
      { text: 'All errors', link: '/problems/' },
      { text: service, items: within.map(itemOf) },
    ],
  ])
  return Object.fromEntries(sidebars) as DefaultTheme.SidebarMulti
}

const rank = ({ target }: Page): number => {
  const at = order.indexOf(target.replace('zh-CN/', ''))
  return at === -1 ? order.length : at
}

const itemOf = ({ title, target }: Page): Item => ({ text: title, link: addressOf(target) })
