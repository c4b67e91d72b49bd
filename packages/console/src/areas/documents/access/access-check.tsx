import { Box, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorState } from '../../../shared/page/error-state.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { useNames, type Principal } from '../../../shared/people/people.ts'
import { PrincipalSelect } from '../../../shared/people/principal-select.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { accessQuery } from '../queries.ts'

/** "Why can they read this?": the rule behind each right of one person. */
export function AccessCheck({ documentId }: { readonly documentId: string }) {
  const { t } = useTranslation('documents')
  const [person, setPerson] = useState<Principal | null>(null)
  return (
    <section aria-label={t('access.why')}>
      <Text fw={600} mb="xs">
        {t('access.why')}
      </Text>
      <Box maw="24rem">
        <PrincipalSelect
          label={t('access.person')}
          kinds={['user']}
          value={person}
          onChange={setPerson}
        />
      </Box>
      {person !== null && <Reasons documentId={documentId} person={person} />}
    </section>
  )
}

function Reasons(props: { readonly documentId: string; readonly person: Principal }) {
  const { t } = useTranslation('documents')
  const { documentId, person } = props
  const access = useQuery(accessQuery(documentId, person.id))
  const codes = (access.data?.reasons ?? []).map(({ principal }) => codeOf(principal))
  const nameOf = useNames(codes)
  if (access.isPending) return <BlockSkeleton lines={2} />
  if (access.isError)
    return <ErrorState error={access.error} onRetry={() => void access.refetch()} />
  const { rights, reasons } = access.data
  return (
    <div aria-live="polite">
      <Text my="xs">
        {rights.length === 0
          ? t('access.none', { name: person.name })
          : t('access.some', {
              name: person.name,
              rights: rights.map((right) => t(`right.${right}`)).join(', '),
            })}
      </Text>
      <List size="sm">
        {reasons.map(({ right, effect, by, principal, resource, task }) => {
          const code = codeOf(principal)
          const who = code === null ? t('access.public') : nameOf(code)
          const where = resource === undefined ? '' : t(`access.on.${resource.kind}`)
          const step = task?.nodeName ?? ''
          const rule = t(`access.by.${by}`, { who, where, step, task: task?.taskNo ?? '' })
          const of = resource?.id ?? `${task?.taskNo} ${task?.versionId}`
          return (
            <List.Item key={`${right} ${effect} ${by} ${principal} ${of}`}>
              {t(`access.reason.${effect}`, { right: t(`right.${right}`) })} {rule}
            </List.Item>
          )
        })}
      </List>
    </div>
  )
}

/** The id within `role:finance`; none for everybody. */
const codeOf = (principal: string | undefined): string | null =>
  principal?.includes(':') === true ? principal.slice(principal.indexOf(':') + 1) : null
