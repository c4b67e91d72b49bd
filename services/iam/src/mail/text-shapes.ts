import type { MailKind } from '../core/mail.ts'

/** What a mail is made of; names in it may have been written by anybody. */
export interface MailFacts {
  /** Whose pages it leads to: the tenant's name, or the platform's. */
  readonly brand: string
  readonly username: string
  /** Who caused it; empty when that is the reader. */
  readonly sender: string
  /** How long the link or code is good for, in words. */
  readonly life: string
  /** Where somebody signs in who has no password here. */
  readonly providers: string
  readonly email: string
}

export interface MailWords {
  readonly subject: (facts: MailFacts) => string
  readonly lines: (facts: MailFacts) => readonly string[]
  /** On the button that is the link. */
  readonly action?: string
}

export interface MailTexts {
  /** RFC 5646. */
  readonly tag: string
  readonly hello: (name: string) => string
  readonly minutes: (count: number) => string
  readonly hours: (count: number) => string
  readonly days: (count: number) => string
  readonly kinds: Readonly<Record<MailKind, MailWords>>
}
