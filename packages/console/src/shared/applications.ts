import { queryOptions } from '@tanstack/react-query'

/** Where the application of a business type has its pages, by the type's code. */
export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: async (): Promise<Readonly<Record<string, string>>> => {
    const answer = await fetch('/console/applications.json')
    if (!answer.ok) throw new Error(String(answer.status))
    // The gateway made it of codes and addresses.
    return (await answer.json()) as Record<string, string>
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
  application: string | undefined,
  detailUrl: string,
): string | undefined {
  if (application === undefined || !URL.canParse(detailUrl, application)) return undefined
  const address = new URL(detailUrl, application)
  return address.origin === new URL(application).origin ? address.href : undefined
}
