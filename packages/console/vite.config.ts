import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// The gateway serves the console below this path; `pnpm dev` passes everything else on to it.
const gateway = process.env['GATEWAY_URL'] ?? 'http://localhost:8080'
const passedOn = ['/api', '/oauth2', '/.well-known', '/connect', '/signin', '/signout', '/userinfo']

// Of Mantine the small parts that nearly every page has; what floats, scrolls or opens stays apart.
const parts =
  'Input|InputBase|TextInput|Transition|Button|Switch|ActionIcon|Loader|CloseButton|Title|Badge|Group|NativeSelect|Text|Burger'
const own =
  'list/(?!column-(?:menu|handle))|kept|key-fields|people/people\\.ts|empty-state|error-(?:state|words)|icon|menu-button|save-file|notify|page|skeletons|status-badge|time-text|toasts|biz-types|(?:form/)?drop-empty|initials|form/use-search-text'
const components = new RegExp(
  `@mantine/(hooks/esm/use-debounced-callback/|core/(esm/(core|components/(${parts}))/|styles/(${parts}|default-|baseline|global)))|console/src/app/components`,
)
const frame = new RegExp(
  `console/src/(areas/inbox/(filters|inbox\\.module)|shared/(${own}|when-idle)|text/|me/|shortcuts/|theme/(?!base)|app/(shell/(?!shortcut-help|[a-z-]*dialog)|area|offline|query-client|render|root-route|route-error|router|toast))`,
)

/**
 * The styles of each of Mantine's components come with its code, after those it builds on: all of
 * them together are the slowest part of the first load. While developing they are all there.
 */
function mantineStyles(): Plugin {
  let isBuild = true
  return {
    name: 'mantine-styles',
    enforce: 'pre',
    configResolved({ command }) {
      isBuild = command === 'build'
    },
    transform(code, id) {
      if (!isBuild && id.endsWith('/theme/mantine.css'))
        return "@import '@mantine/core/styles.css';"
      const [, root, name] = /^(.*\/@mantine\/core)\/esm\/.*\/(\w+)\.module\.mjs$/.exec(id) ?? []
      if (root === undefined) return null
      return { code: `import '${root}/styles/${name}.css'\n${code}`, map: null }
    },
  }
}

/** Mantine gives each field another id as soon as it is there, and with it draws all of them a second time; React's own is good. */
function firstIds(): Plugin {
  return {
    name: 'first-ids',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/@mantine/hooks/esm/use-id/use-id.mjs')) return null
      const again = 'setUuid(randomId());'
      if (!code.includes(again))
        throw new Error('ids of fields are made in another way than known here')
      return { code: code.replace(again, ''), map: null }
    },
  }
}

// In the order in which they run: the chunks that are named below, then the page where most people begin, and its texts.
// Those of the other language are so short that to find out which one is wanted takes longer.
const following = ['sign-in', 'rolldown-runtime', 'base', 'components', 'frame']
const first = ['areas/inbox/inbox-page.tsx', ...textsOf('app'), ...textsOf('areas/inbox')]

function textsOf(folder: string): readonly string[] {
  return ['en', 'zh-cn'].map((language) => `${folder}/text/${language}.ts`)
}

/** What comes after the page's first script is on its way with it: each step of waiting is one over the network. */
function preloadNext(): Plugin {
  return {
    name: 'preload-next',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        const named = following.flatMap((name) => chunks.filter((chunk) => chunk.name === name))
        const pages = first.flatMap((name) =>
          chunks.filter(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${name}`)),
        )
        const styles = named.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
        return [
          ...styles.map((name) => link({ rel: 'preload', as: 'style', href: name })),
          ...[...named, ...pages].map(({ fileName }) =>
            link({ rel: 'modulepreload', href: fileName }),
          ),
        ]
      },
    },
  }
}

const link = ({ href, ...attrs }: { rel: string; as?: string; href: string }) => ({
  tag: 'link',
  // What is painted first comes first.
  attrs: { ...attrs, crossorigin: true, fetchpriority: 'low', href: `/console/${href}` },
  injectTo: 'head' as const,
})

/**
 * Nearly all of this runs at once. Chromium is told so, and compiles it in a thread beside the page while it comes;
 * else each function is compiled when it is first called, a third of the page's work until the inbox is there.
 */
const runAtOnce = new Set([...following, 'inbox-page'])

/** Behind all that writes into the files: engines read it before the first word of one, and nowhere else. */
function compileAtOnce(): Plugin {
  return {
    name: 'compile-at-once',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const part of Object.values(bundle)) {
          if (part.type === 'chunk' && runAtOnce.has(part.name))
            part.code = `//# allFunctionsCalledOnLoad\n${part.code}`
        }
      },
    },
  }
}

export default defineConfig({
  base: '/console/',
  plugins: [react(), mantineStyles(), firstIds(), preloadNext(), compileAtOnce()],
  // Workspace packages are read as sources, as everywhere in the repository.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  // A placeholder: whoever serves the page puts a fresh nonce in its place for each answer.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2023',
    // Inlined assets would need `data:` for scripts and fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    manifest: true,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              // What runs first, and before anything else is loaded.
              name: 'sign-in',
              test: /console\/src\/(start\.ts|auth\/session|shared\/next-task|text\/(language|warm-formats))|node_modules\/(\.pnpm\/)?(oidc-client-ts|jwt-decode)/,
              priority: 10,
            },
            { name: 'load', test: /preload-helper/, priority: 20 },
            {
              // Needed by every page: one file instead of dozens. What asks before a form is left comes with the forms.
              name: 'base',
              test: /node_modules\/(\.pnpm\/)?(react|react-dom|scheduler|@tanstack|openapi-fetch)[@+/](?!.*\/useBlocker\.)|console\/src\/app\/libraries/,
            },
            { name: 'components', test: components },
            {
              // What the inbox uses of what several areas share: dozens of small files are slow.
              name: 'frame',
              test: frame,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(passedOn.map((path) => [path, { target: gateway }])),
  },
})
