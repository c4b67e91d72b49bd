/**
 * The texts of each area, one namespace each, loaded with the area. An area adds one line here and
 * has its keys checked by the compiler.
 */
export const textLoaders = {
  common: {
    en: () => import('../app/text/en.ts'),
    'zh-CN': () => import('../app/text/zh-cn.ts'),
  },
  palette: {
    en: () => import('../app/palette/text/en.ts'),
    'zh-CN': () => import('../app/palette/text/zh-cn.ts'),
  },
  inbox: {
    en: () => import('../areas/inbox/text/en.ts'),
    'zh-CN': () => import('../areas/inbox/text/zh-cn.ts'),
  },
  attachments: {
    en: () => import('../shared/attachments/text/en.ts'),
    'zh-CN': () => import('../shared/attachments/text/zh-cn.ts'),
  },
  preview: {
    en: () => import('../shared/preview/text/en.ts'),
    'zh-CN': () => import('../shared/preview/text/zh-cn.ts'),
  },
  approvals: {
    en: () => import('../areas/approvals/text/en.ts'),
    'zh-CN': () => import('../areas/approvals/text/zh-cn.ts'),
  },
  documents: {
    en: () => import('../areas/documents/text/en.ts'),
    'zh-CN': () => import('../areas/documents/text/zh-cn.ts'),
  },
  administration: {
    en: () => import('../areas/administration/text/en.ts'),
    'zh-CN': () => import('../areas/administration/text/zh-cn.ts'),
  },
  audit: {
    en: () => import('../areas/administration/audit/text/en.ts'),
    'zh-CN': () => import('../areas/administration/audit/text/zh-cn.ts'),
  },
  designer: {
    en: () => import('../areas/designer/text/en.ts'),
    'zh-CN': () => import('../areas/designer/text/zh-cn.ts'),
  },
  applications: {
    en: () => import('../areas/applications/text/en.ts'),
    'zh-CN': () => import('../areas/applications/text/zh-cn.ts'),
  },
  incidents: {
    en: () => import('../areas/incidents/text/en.ts'),
    'zh-CN': () => import('../areas/incidents/text/zh-cn.ts'),
  },
  account: {
    en: () => import('../areas/account/text/en.ts'),
    'zh-CN': () => import('../areas/account/text/zh-cn.ts'),
  },
  visitor: {
    en: () => import('../visitor/text/en.ts'),
    'zh-CN': () => import('../visitor/text/zh-cn.ts'),
  },
  delegation: {
    en: () => import('../areas/delegation/text/en.ts'),
    'zh-CN': () => import('../areas/delegation/text/zh-cn.ts'),
  },
  dashboard: {
    en: () => import('../areas/dashboard/text/en.ts'),
    'zh-CN': () => import('../areas/dashboard/text/zh-cn.ts'),
  },
} as const

export type Namespace = keyof typeof textLoaders

/** The keys and texts of every namespace, as English has them. */
export type Resources = {
  [N in Namespace]: Awaited<ReturnType<(typeof textLoaders)[N]['en']>>['texts']
}
