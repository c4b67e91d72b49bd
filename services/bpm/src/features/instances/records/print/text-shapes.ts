/** What a print says by itself. */
export interface PrintTexts {
  readonly title: string
  readonly unfinished: string
  readonly part: string
  readonly fields: Readonly<
    Record<
      'business' | 'initiator' | 'started' | 'ended' | 'process' | 'round' | 'asOf' | 'instance',
      string
    >
  >
  readonly sections: Readonly<
    Record<'values' | 'decisions' | 'course' | 'rounds' | 'copies' | 'called' | 'events', string>
  >
  readonly statuses: Readonly<Record<string, string>>
  readonly actions: Readonly<Record<string, string>>
  readonly yes: string
  readonly no: string
  readonly roundOf: (round: number) => string
  readonly version: (name: string, version: number) => string
  readonly onBehalfOf: (name: string) => string
  readonly throughAgent: (name: string) => string
  readonly waitsFor: (names: string) => string
  readonly forced: string
  readonly about: string
  readonly unsaid: string
  readonly changedSince: (names: string) => string
  readonly attached: (names: string) => string
  readonly takenAway: (names: string, who: string, at: string) => string
  readonly attachments: string
  readonly returnedBy: (name: string) => string
  readonly nothingChanged: string
  readonly shownTo: (name: string, at: string) => string
  readonly readAt: (at: string) => string
  readonly taken: (at: string) => string
  readonly notTaken: string
  readonly separator: string
  readonly cut: string
  readonly footer: (page: number, pages: number) => string
  readonly proof: (kid: string) => string
}
