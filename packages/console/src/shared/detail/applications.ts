import { queryOptions } from '@tanstack/react-query'

/** Where the pages of the application of a business type are, as the gateway was told. */
interface Application {
  readonly url: string
  /** Whether the policy of this page lets it be shown in a frame. */
  readonly framed: boolean
}

/** The applications, by the code of the business type. */
export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: async (): Promise<Readonly<Record<string, Application>>> => {
    const answer = await fetch('/console/applications.json')
    if (!answer.ok) throw new Error(String(answer.status))
    // The gateway made it of codes and addresses.
    return (await answer.json()) as Record<string, Application>
  },
  staleTime: Infinity,
})

/**
 * The address of a business object in its application.
 *
 * @param detailUrl A path, as the workflow service has it; undefined is given when nobody knows the
 *   application, or when the path leads out of it.
 */
export function detailAddress(
  application: Application | undefined,
  detailUrl: string,
): string | undefined {
  if (application === undefined || !URL.canParse(detailUrl, application.url)) return undefined
  const { protocol, origin, href } = new URL(detailUrl, application.url)
  // An address like blob:https://… has the origin of the application, and is none of its pages.
  const isPage = protocol === 'https:' || protocol === 'http:'
  return isPage && origin === new URL(application.url).origin ? href : undefined
}

/** The same, where it may be shown in a frame. */
export function frameAddress(
  application: Application | undefined,
  detailUrl: string,
): string | undefined {
  return application?.framed === true ? detailAddress(application, detailUrl) : undefined
}
