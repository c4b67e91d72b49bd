import type { NoticeKind } from '../../core/notice.ts'

/** What a line of a mail is made from; everything in it may have been written by anybody. */
export interface LineFacts {
  readonly title: string
  readonly bizType: string
  readonly bizId: string
  /** With the agent that acted in their name, where one did. */
  readonly initiator: string
  readonly node: string
  /** Who did what led to it; undefined where nobody did. */
  readonly actor: string | undefined
  readonly status: string
}

export interface MailTexts {
  /** RFC 5646, for the `lang` of the page. */
  readonly tag: string
  readonly hello: (name: string) => string
  /** Subject of a mail about one thing. */
  readonly subject: Readonly<Record<NoticeKind, (facts: LineFacts) => string>>
  /** Subject of a mail about several things. */
  readonly subjectOfMany: (count: number, first: string) => string
  readonly line: Readonly<Record<NoticeKind, (facts: LineFacts) => string>>
  readonly throughAgent: (initiator: string, agent: string) => string
  readonly onBehalfOf: (name: string) => string
  readonly due: (date: string) => string
  readonly comment: (text: string) => string
  readonly open: string
  readonly more: (count: number) => string
  readonly why: string
  readonly preferences: string
}
