import type { Brand } from './brand.ts'

/** Text that is HTML already; everything else is escaped when it is put into a template. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)

type Part = Html | string | number | undefined | false | readonly Part[]

/** Builds HTML from a template; values are escaped, arrays joined, undefined and false left out. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, i) => text + render(parts[i - 1]) + string))
}

function render(part: Part): string {
  if (part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (typeof part === 'object') return part.map(render).join('')
  return escape(String(part))
}

/** The whole document of a sign-in page: nothing inline, one stylesheet from this origin. */
export function toDocument(page: {
  readonly language: string
  readonly title: string
  readonly body: Html
  readonly brand?: Brand | undefined
  /** Its own address; left out where nothing shows it again. */
  readonly here?: string | undefined
}): string {
  const { brand } = page
  const name = brand?.name ?? 'Countersign'
  return markup`<!doctype html>
<html lang="${page.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${page.title} · ${name}</title>
<link rel="icon" href="${brand?.logo ?? '/signin/mark.svg'}">
<link rel="stylesheet" href="/signin/style.css">${
    brand?.style === undefined
      ? undefined
      : markup`
<link rel="stylesheet" href="${brand.style}">`
  }
</head>
<body>
<main>
<p class="brand">${renderLogo(brand)}<span>${name}</span></p>
<h1>${page.title}</h1>
${page.body}
</main>${page.here === undefined ? undefined : languageSwitch(page.here, page.language)}
</body>
</html>
`.text
}

const languages = [
  { tag: 'en', name: 'English' },
  { tag: 'zh-CN', name: '中文' },
] as const

/** The page in each language, each called by its own name. */
const languageSwitch = (here: string, language: string): Html => markup`
<nav class="languages" aria-label="Language · 语言">
${languages.map(({ tag, name }) =>
  tag === language
    ? markup`<span lang="${tag}" aria-current="true">${name}</span>\n`
    : markup`<a href="${here}&lang=${tag}" lang="${tag}" hreflang="${tag}">${name}</a>\n`,
)}</nav>`

/** A tenant that has no logo of its own is not shown under ours. */
function renderLogo(brand: Brand | undefined): Html | undefined {
  if (brand === undefined) return markup`<img src="/signin/mark.svg" alt="" width="28" height="28">`
  return brand.logo === undefined ? undefined : markup`<img src="${brand.logo}" alt="">`
}

/** Headers of every page: nothing frames it, nothing keeps it, and nothing runs but our own file. */
export function pageHeaders(
  formTargets: readonly string[] = [],
  options: { readonly script?: boolean } = {},
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ...(options.script === true ? ["script-src 'self'"] : []),
    // Browsers hold the redirects after a post to this as well: the way ends at the application.
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return {
    'content-security-policy': policy,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  }
}
