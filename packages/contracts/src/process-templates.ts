/** Languages that templates are written in. */
export type TemplateLanguage = 'en' | 'zh-CN'
type Words = Readonly<Record<TemplateLanguage, string>>

/** A role that decides in a template, with the names by which an organisation's own is found. */
export interface TemplateRole {
  readonly id: string
  readonly name: Words
  readonly aliases: readonly string[]
}

/** A number that a template compares, with the names by which a business type's own is found. */
export interface TemplateValue {
  readonly name: Words
  readonly aliases: readonly string[]
}

export type TemplateStep =
  /** The manager, or somebody of that line: 1 is the manager, 2 theirs. */
  | { readonly type: 'manager'; readonly level: number }
  | { readonly type: 'role'; readonly role: TemplateRole; readonly does?: Words }
  | { readonly type: 'told'; readonly role: TemplateRole }
  /** More is asked where a number is above another one. */
  | {
      readonly type: 'above'
      readonly value: TemplateValue
      readonly than: number
      readonly steps: readonly TemplateStep[]
    }

export interface ProcessTemplate {
  readonly id: string
  readonly name: Words
  readonly about: Words
  readonly steps: readonly TemplateStep[]
  /** Nobody decides at two of the steps of these roles. */
  readonly isApart?: boolean
}

const finance: TemplateRole = {
  id: 'finance',
  name: { en: 'Finance', 'zh-CN': '财务' },
  aliases: ['finance', 'accounting', '财务', '财务部'],
}
const people: TemplateRole = {
  id: 'hr',
  name: { en: 'Human resources', 'zh-CN': '人事' },
  aliases: ['hr', 'human resources', 'people', '人事', '人力资源'],
}
const legal: TemplateRole = {
  id: 'legal',
  name: { en: 'Legal', 'zh-CN': '法务' },
  aliases: ['legal', 'law', '法务', '法务部'],
}
const board: TemplateRole = {
  id: 'management',
  name: { en: 'Management', 'zh-CN': '管理层' },
  aliases: ['management', 'board', 'executive', 'director', '管理层', '总经理'],
}
const buyers: TemplateRole = {
  id: 'purchasing',
  name: { en: 'Purchasing', 'zh-CN': '采购' },
  aliases: ['purchasing', 'procurement', 'buyer', '采购', '采购部'],
}
const systems: TemplateRole = {
  id: 'it',
  name: { en: 'IT', 'zh-CN': '信息技术' },
  aliases: ['it', 'information technology', 'it-support', '信息技术', 'IT部'],
}
const office: TemplateRole = {
  id: 'office',
  name: { en: 'Office administration', 'zh-CN': '行政' },
  aliases: ['office', 'office administration', 'administration', '行政', '行政部'],
}
const sales: TemplateRole = {
  id: 'sales',
  name: { en: 'Head of sales', 'zh-CN': '销售负责人' },
  aliases: ['sales', 'head of sales', 'sales-lead', '销售', '销售负责人'],
}

const amount: TemplateValue = {
  name: { en: 'Amount', 'zh-CN': '金额' },
  aliases: ['amount', 'total', 'sum', 'price', 'value', '金额', '总额'],
}
const days: TemplateValue = {
  name: { en: 'Days', 'zh-CN': '天数' },
  aliases: ['days', 'duration', 'numberOfDays', '天数', '时长'],
}
const discount: TemplateValue = {
  name: { en: 'Discount', 'zh-CN': '折扣' },
  aliases: ['discount', 'discountPercent', 'percent', '折扣', '折扣率'],
}

const manager: TemplateStep = { type: 'manager', level: 1 }
const role = (who: TemplateRole, does?: Words): TemplateStep =>
  does === undefined ? { type: 'role', role: who } : { type: 'role', role: who, does }
const told = (who: TemplateRole): TemplateStep => ({ type: 'told', role: who })
const above = (value: TemplateValue, than: number, ...steps: TemplateStep[]): TemplateStep => ({
  type: 'above',
  value,
  than,
  steps,
})

/** The approvals that most organisations have, to begin with: what is asked for is theirs to say. */
export const PROCESS_TEMPLATES: readonly ProcessTemplate[] = [
  {
    id: 'leave',
    name: { en: 'Leave', 'zh-CN': '请假' },
    about: {
      en: 'The manager; for long leave theirs as well. Human resources is told.',
      'zh-CN': '上级审批；长假由上级的上级再审批，并通知人事。',
    },
    steps: [manager, above(days, 3, { type: 'manager', level: 2 }), told(people)],
  },
  {
    id: 'expense',
    name: { en: 'Expense', 'zh-CN': '报销' },
    about: {
      en: 'The manager; for large amounts finance as well.',
      'zh-CN': '上级审批；金额较大时财务再审批。',
    },
    steps: [manager, above(amount, 1000, role(finance))],
  },
  {
    id: 'purchase',
    name: { en: 'Purchase', 'zh-CN': '采购' },
    about: {
      en: 'The manager and purchasing; for large amounts finance and management as well.',
      'zh-CN': '上级与采购审批；金额较大时财务与管理层再审批。',
    },
    steps: [manager, role(buyers), above(amount, 10_000, role(finance), role(board))],
  },
  {
    id: 'contract',
    name: { en: 'Contract', 'zh-CN': '合同' },
    about: {
      en: 'The manager, legal and finance; for large amounts management as well.',
      'zh-CN': '上级、法务与财务审批；金额较大时管理层再审批。',
    },
    steps: [manager, role(legal), role(finance), above(amount, 50_000, role(board))],
  },
  {
    id: 'access',
    name: { en: 'Access to a system', 'zh-CN': '系统权限' },
    about: {
      en: 'The manager, then IT.',
      'zh-CN': '上级审批，再由信息技术审批。',
    },
    steps: [manager, role(systems)],
  },
  {
    id: 'hiring',
    name: { en: 'Hiring', 'zh-CN': '招聘' },
    about: {
      en: 'The manager, human resources, finance and management.',
      'zh-CN': '上级、人事、财务与管理层依次审批。',
    },
    steps: [manager, role(people), role(finance), role(board)],
  },
  {
    id: 'travel',
    name: { en: 'Business trip', 'zh-CN': '出差' },
    about: {
      en: 'The manager; for large amounts finance as well. Office administration is told.',
      'zh-CN': '上级审批；金额较大时财务再审批，并通知行政。',
    },
    steps: [manager, above(amount, 2000, role(finance)), told(office)],
  },
  {
    id: 'payment',
    name: { en: 'Payment', 'zh-CN': '付款' },
    about: {
      en: 'Finance checks it and somebody else of finance releases it; for large amounts management as well.',
      'zh-CN': '财务复核，由另一位财务放行；金额较大时管理层再审批。',
    },
    steps: [
      role(finance, { en: 'Finance checks', 'zh-CN': '财务复核' }),
      above(amount, 20_000, role(board)),
      role(finance, { en: 'Finance releases', 'zh-CN': '财务放行' }),
    ],
    isApart: true,
  },
  {
    id: 'seal',
    name: { en: 'Use of a seal', 'zh-CN': '用印' },
    about: {
      en: 'The manager and legal, then who keeps the seal.',
      'zh-CN': '上级与法务审批，再由印章保管人审批。',
    },
    steps: [manager, role(legal), role(office, { en: 'Keeper of the seal', 'zh-CN': '印章保管' })],
  },
  {
    id: 'price',
    name: { en: 'Special price', 'zh-CN': '特价' },
    about: {
      en: 'The head of sales; for large discounts finance and management as well.',
      'zh-CN': '销售负责人审批；折扣较大时财务与管理层再审批。',
    },
    steps: [role(sales), above(discount, 10, role(finance), role(board))],
  },
]
