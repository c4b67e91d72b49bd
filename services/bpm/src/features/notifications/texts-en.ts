import type { MailTexts } from './text-shapes.ts'

const outcomes: Readonly<Record<string, string>> = {
  APPROVED: 'approved',
  REJECTED: 'rejected',
  TERMINATED: 'terminated by an administrator',
}
const by = (actor: string | undefined) => (actor === undefined ? '' : ` by ${actor}`)

export const english: MailTexts = {
  tag: 'en',
  hello: (name) => `Hello ${name},`,
  subject: {
    task: ({ title }) => `To decide: ${title}`,
    reminder: ({ title }) => `Reminder: ${title}`,
    escalation: ({ title }) => `Overdue, and now yours: ${title}`,
    copy: ({ title }) => `For your information: ${title}`,
    returned: ({ title }) => `Returned to you: ${title}`,
    finished: ({ title, status }) => `${outcomes[status] ?? status}: ${title}`,
    blocked: ({ bizType, bizId }) => `Delivery blocked: ${bizType} ${bizId}`,
  },
  subjectOfMany: (count, first) => `${count} approvals: ${first} and others`,
  line: {
    task: ({ node, initiator }) => `Waits for your decision at “${node}”. Started by ${initiator}.`,
    reminder: ({ node, actor }) =>
      `Still waits for your decision at “${node}”. Reminded${by(actor)}.`,
    escalation: ({ node }) => `Nobody has decided “${node}” in time, so it came to you.`,
    copy: ({ initiator }) => `You were sent a copy. Started by ${initiator}.`,
    returned: ({ actor }) => `Was returned to you${by(actor)}. Change it and send it again.`,
    finished: ({ status, actor }) => `Was ${outcomes[status] ?? status}${by(actor)}.`,
    blocked: () =>
      'Its application has refused or missed the events of this approval for three days and hears nothing more until somebody delivers them again.',
  },
  throughAgent: (initiator, agent) => `${initiator} through the agent ${agent}`,
  onBehalfOf: (name) => `You stand in for ${name}.`,
  due: (date) => `Due ${date}.`,
  comment: (text) => `They wrote: ${text}`,
  open: 'Open',
  more: (count) => `And ${count} more in your inbox.`,
  why: 'You get this mail because approvals concern you.',
  preferences: 'Once a day, another language, or none at all',
}
