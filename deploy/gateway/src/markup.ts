import type { Language } from '@countersign/service-kit/language'

export interface PageLinks {
  readonly baseUrl: string
  readonly sampleAppUrl?: string
  readonly consoleUrl?: string
}

const words = {
  en: {
    title: 'Countersign is running',
    lead: 'Approvals, identity and documents for your business applications.',
    addresses: 'Addresses',
    console: 'Console: inbox, documents, processes, administration',
    gateway: 'This gateway: the one address your applications need',
    sample: 'Sample business application “expense”',
    reference: 'API references of the three services',
    discovery: 'OpenID Connect discovery document',
    health: 'Health of the three services',
    next: 'What to do next',
    steps: [
      'Sign in to the console with one of the demonstration accounts: their names and passwords were printed at the start and are in platform.json.',
      'Start an approval in the sample application as employee, decide it as manager.',
      'Connect an application of your own: docs/guides/connect-a-business-app.md.',
    ],
    docsTitle: 'API references',
    docsLead: 'Each service describes its own surface.',
    page: 'reference page',
    document: 'OpenAPI 3.1 document',
    protocols: 'OAuth 2.0, OpenID Connect and SCIM 2.0',
    back: 'Start page',
    iam: 'Identity: sign-in, tokens, clients, people',
    bpm: 'Workflow: business types, approvals, tasks, events',
    dms: 'Documents: uploads, versions, access, shares',
    other: '简体中文',
  },
  'zh-CN': {
    title: 'Countersign 已启动',
    lead: '为业务应用提供审批、身份认证和文档管理。',
    addresses: '地址',
    console: '控制台:收件箱、文档、流程、管理',
    gateway: '本网关:业务应用只需要这一个地址',
    sample: '示例业务应用“expense”',
    reference: '三个服务的接口文档',
    discovery: 'OpenID Connect 发现文档',
    health: '三个服务的健康状态',
    next: '接下来',
    steps: [
      '使用演示账号登录控制台:账号和密码在启动时已打印,也保存在 platform.json 中。',
      '以 employee 身份在示例应用中发起审批,再以 manager 身份处理。',
      '接入自己的业务应用:docs/guides/connect-a-business-app.md。',
    ],
    docsTitle: '接口文档',
    docsLead: '每个服务描述自己的接口。',
    page: '文档页面',
    document: 'OpenAPI 3.1 文件',
    protocols: 'OAuth 2.0、OpenID Connect 和 SCIM 2.0',
    back: '首页',
    iam: '身份:登录、令牌、客户端、人员',
    bpm: '审批:业务类型、审批流程、任务、事件',
    dms: '文档:上传、版本、访问权限、分享',
    other: 'English',
  },
} as const satisfies Record<Language, unknown>

export const style = `
:root { color-scheme: light dark; --line: #8886; --link: light-dark(#0b57d0, #a8c7fa) }
body { font: 1rem/1.6 system-ui, 'PingFang SC', 'Microsoft YaHei', sans-serif; max-width: 44rem; margin: 0 auto; padding: 1.5rem }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 1rem; flex-wrap: wrap }
h1 { font-size: 1.6rem; margin: 0 }
h2 { font-size: 1.15rem; margin: 2rem 0 .5rem }
a { color: var(--link) }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
dt { font-weight: 600; margin-top: .75rem }
dd { margin: 0; overflow-wrap: anywhere }
li { margin: .4rem 0 }
`

export function renderStartPage(language: Language, links: PageLinks): string {
  const text = words[language]
  const addresses: [label: string, url: string][] = [
    ...(links.consoleUrl === undefined
      ? []
      : [[text.console, links.consoleUrl] satisfies [string, string]]),
    [text.gateway, links.baseUrl],
    ...(links.sampleAppUrl === undefined
      ? []
      : [[text.sample, links.sampleAppUrl] satisfies [string, string]]),
    [text.reference, `${links.baseUrl}/docs`],
    [text.discovery, `${links.baseUrl}/.well-known/openid-configuration`],
    [text.health, `${links.baseUrl}/actuator/health`],
  ]
  return renderPage(
    language,
    text.title,
    '/',
    `<p>${text.lead}</p>
<h2>${text.addresses}</h2>
<dl>${addresses.map(([label, url]) => `<dt>${label}</dt><dd>${link(url, url)}</dd>`).join('\n')}</dl>
<h2>${text.next}</h2>
<ol>${text.steps.map((step) => `<li>${step}</li>`).join('\n')}</ol>`,
  )
}

export function renderDocsPage(language: Language): string {
  const text = words[language]
  const services = (['iam', 'bpm', 'dms'] as const).map(
    (name) => `<dt>${name}</dt><dd>${text[name]}<br>
${link(`/docs/${name}/`, `${name} ${text.page}`)} · ${link(`/docs/${name}/openapi.json`, `${name} ${text.document}`)}</dd>`,
  )
  return renderPage(
    language,
    text.docsTitle,
    '/docs',
    `<p>${text.docsLead}</p>
<dl>${services.join('\n')}
<dt>${text.protocols}</dt><dd>${link('/docs/iam/openapi-protocols.json', text.document)}</dd></dl>
<p>${link('/', text.back)}</p>`,
  )
}

function renderPage(language: Language, title: string, path: string, main: string): string {
  const other = language === 'en' ? 'zh-CN' : 'en'
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<header><h1>${title}</h1><a href="${path}?lang=${other}" hreflang="${other}" lang="${other}">${words[language].other}</a></header>
<main>
${main}
</main>
</body>
</html>
`
}

function link(url: string, label: string): string {
  return `<a href="${escape(url)}">${escape(label)}</a>`
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}
