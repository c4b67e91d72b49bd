import type { MailTexts } from './text-shapes.ts'

const outcomes: Readonly<Record<string, string>> = {
  APPROVED: '已通过',
  REJECTED: '已拒绝',
  TERMINATED: '已被管理员终止',
}
const by = (actor: string | undefined) => (actor === undefined ? '' : `${actor} `)

export const chinese: MailTexts = {
  tag: 'zh-CN',
  hello: (name) => `${name}，您好：`,
  subject: {
    task: ({ title }) => `待您审批：${title}`,
    reminder: ({ title }) => `催办：${title}`,
    escalation: ({ title }) => `已超时，转由您处理：${title}`,
    copy: ({ title }) => `抄送给您：${title}`,
    returned: ({ title }) => `已退回给您：${title}`,
    finished: ({ title, status }) => `${outcomes[status] ?? status}：${title}`,
    blocked: ({ bizType, bizId }) => `事件投递受阻：${bizType} ${bizId}`,
  },
  subjectOfMany: (count, first) => `${count} 项审批：${first} 等`,
  line: {
    task: ({ node, initiator }) => `“${node}”等待您审批，发起人：${initiator}。`,
    reminder: ({ node, actor }) => `${by(actor)}提醒您：“${node}”仍在等待您审批。`,
    escalation: ({ node }) => `“${node}”未在规定时间内处理，现转由您审批。`,
    copy: ({ initiator }) => `此审批已抄送给您，发起人：${initiator}。`,
    returned: ({ actor }) => `${by(actor)}已将此审批退回给您，请修改后重新提交。`,
    finished: ({ status, actor }) =>
      `此审批${outcomes[status] ?? status}。${actor === undefined ? '' : `处理人：${actor}。`}`,
    blocked: () => '业务应用已连续三天拒收或无法接收此审批的事件，在人工重新投递之前将不再投递。',
  },
  throughAgent: (initiator, agent) => `${initiator}（通过智能体 ${agent}）`,
  onBehalfOf: (name) => `您正在代理${name}。`,
  due: (date) => `截止时间：${date}。`,
  comment: (text) => `附言：${text}`,
  open: '打开',
  more: (count) => `收件箱中还有 ${count} 项。`,
  why: '您收到此邮件，是因为有审批与您相关。',
  preferences: '改为每日汇总、更换语言或关闭邮件',
}
