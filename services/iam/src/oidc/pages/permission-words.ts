import type { Language } from '@countersign/service-kit/language'

const things: Readonly<Record<string, readonly [en: string, zh: string]>> = {
  'iam:tenant': ['organisations of the platform', '平台的组织'],
  'iam:user': ["people's accounts", '用户账号'],
  'iam:member': ['members of the organisation', '组织成员'],
  'iam:department': ['departments', '部门'],
  'iam:role': ['roles and what they may do', '角色及其权限'],
  'iam:client': ['applications', '应用'],
  'iam:branding': ['the look of the sign-in pages', '登录页面的外观'],
  'iam:federation': ['identity providers', '身份提供方'],
  'iam:key': ['signing keys', '签名密钥'],
  'iam:audit': ['the record of what happened', '审计记录'],
  'bpm:definition': ['processes', '流程'],
  'bpm:instance': ['approvals of everybody', '所有人的审批'],
  'bpm:delivery': ['deliveries to applications', '向应用的投递'],
  'bpm:origin': ['where events may be sent', '事件的接收地址'],
  'bpm:calendar': ['working calendars', '工作日历'],
  'bpm:handover': ['handovers of tasks', '任务交接'],
  'bpm:statistics': ['statistics of approvals', '审批统计'],
  'bpm:workload': ['statistics of each person, by name', '每个人的统计（含姓名）'],
  'dms:document': ['documents', '文档'],
  'dms:source': ['where files are stored', '文件存储位置'],
  'dms:audit': ['the record of documents', '文档审计记录'],
}

const acts: Readonly<Record<string, readonly [en: string, zh: string]>> = {
  read: ['see', '查看'],
  write: ['change', '修改'],
  share: ['share', '共享'],
  admin: ['administer', '管理'],
}

/**
 * What permissions allow, in words: a line for each thing with what may be done to it. Those of
 * business applications have no words here and are named as they are.
 */
export function wordPermissions(language: Language, permissions: readonly string[]): string[] {
  const say = (words: readonly [string, string]) => words[language === 'en' ? 0 : 1]
  const lines = Map.groupBy(permissions, (name) => name.slice(0, name.lastIndexOf(':')))
  return [...lines].flatMap(([thing, names]) => {
    const words = things[thing]
    const doings = names.map((name) => acts[name.slice(thing.length + 1)])
    if (words === undefined || doings.includes(undefined)) return names
    const list = doings.filter((doing) => doing !== undefined).map(say)
    return [
      language === 'en' ? `${say(words)}: ${list.join(', ')}` : `${say(words)}：${list.join('、')}`,
    ]
  })
}
