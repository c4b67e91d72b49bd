import type { UserConfig, DefaultTheme } from 'vitepress'
import { rewriteLinks } from './rewrite-links.ts'
import { slugOf } from './slug.ts'
import { tokenize } from './tokenize.ts'
import { chineseTexts, englishTexts } from './texts.ts'

/** What the build of one version is told. Plain data: it is written into the folder that is built. */
export interface Plan {
  readonly root: string
  readonly base: string
  readonly out: string
  readonly cache: string
  /** Address of the files of this version on their forge; see `Tree.files`. */
  readonly files?: string
  readonly sources: Readonly<Record<string, string>>
  readonly sidebar: DefaultTheme.SidebarMulti
  readonly versions: Versions
}

/** What the switcher of versions shows. */
export interface Versions {
  readonly current: string
  readonly all: readonly { readonly name: string; readonly address: string }[]
}

/** Long lists that drown every search. */
const NOT_SEARCHED = /^(requirements|security\/asvs)\.md$/

/** The configuration of VitePress for one version of the documents. */
export function createConfig(
  plan: Plan,
): UserConfig<DefaultTheme.Config & { versions?: Versions }> {
  const targets = new Set(Object.keys(plan.sources))
  const tree = { root: plan.root, targets, files: plan.files }
  return {
    title: 'Countersign',
    // No picture beside the name: without this, browsers ask for one that is not there.
    head: [['link', { rel: 'icon', href: 'data:,' }]],
    base: plan.base,
    outDir: plan.out,
    cacheDir: plan.cache,
    // Addresses of a machine of one's own are there when it runs, not here.
    ignoreDeadLinks: 'localhostLinks',
    vite: {
      logLevel: 'warn',
      build: { chunkSizeWarningLimit: 5_000 },
    },
    // Fifty links stand beside a page: who reads one does not load the others.
    router: { prefetchLinks: false },
    markdown: {
      html: false,
      // Of those that come with it, the ones whose colours can be told from their ground (WCAG 1.4.3).
      theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
      linkify: false,
      anchor: { slugify: slugOf },
      config: (md) => rewriteLinks(md, { tree, base: plan.base, sources: plan.sources }),
    },
    themeConfig: {
      versions: plan.versions,
      sidebar: plan.sidebar,
      // Most pages are in one language: the other's first page is where its reader begins.
      i18nRouting: false,
      search: {
        provider: 'local',
        options: {
          miniSearch: { options: { tokenize } },
          locales: { 'zh-CN': { translations: chineseTexts.search } },
          _render: (source, env, md) =>
            NOT_SEARCHED.test(env.relativePath) ? '' : md.render(source, env),
        },
      },
    },
    locales: {
      root: { label: 'English', lang: 'en', themeConfig: englishTexts },
      'zh-CN': { label: '简体中文', lang: 'zh-CN', themeConfig: chineseTexts.theme },
    },
  }
}
