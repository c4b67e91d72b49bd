import { listOf } from '@countersign/service-kit/config'

/** Where the pages of the application of a business type are. */
interface Application {
  /** `https://host`, without a path. */
  readonly url: string
  /** Whether the console may show its pages in a frame. */
  readonly framed: boolean
}

/** By the code of the business type. */
export type Applications = Readonly<Record<string, Application>>

/**
 * Reads the `APPLICATIONS` setting, and which of them `frameOrigins` allows to be framed.
 *
 * @throws Error when an entry is not `code=http(s)://host`.
 */
export function readApplications(
  setting: string | undefined,
  frameOrigins: readonly string[],
): Applications {
  const entries = listOf(setting).map((entry) => {
    const [, code, url] = /^([\w.-]+)=(https?:\/\/[^\s/]+)\/?$/.exec(entry) ?? []
    if (code === undefined || url === undefined) {
      throw new Error('APPLICATIONS: each entry has the form code=https://host')
    }
    return [code, { url, framed: frameOrigins.includes(new URL(url).origin) }] as const
  })
  return Object.fromEntries(entries)
}

// Nothing that would end a directive, and no wildcard: each origin is one that somebody named.
const originForm = /^https?:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/

/**
 * Reads the `CONSOLE_FRAME_ORIGINS` setting.
 *
 * @throws Error when an entry is not an origin, or is the platform's own: a frame of the console's
 *   origin could reach into the console.
 */
export function readFrameOrigins(setting: string | undefined, baseUrl: string): readonly string[] {
  const origins = listOf(setting)
  const { origin: own } = new URL(baseUrl)
  for (const origin of origins) {
    if (!originForm.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new Error('CONSOLE_FRAME_ORIGINS: each entry has the form https://host')
    }
    if (origin === own) throw new Error("CONSOLE_FRAME_ORIGINS: not the platform's own origin")
  }
  return origins
}
