import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { iam, unwrap } from '../../api/clients.ts'
import { useChange } from '../../shared/form/use-change.ts'
import { ErrorAlert } from '../../shared/page/error-alert.tsx'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { Moment } from '../../shared/time-text.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { Entries, Entry } from './entries.tsx'
import { invitationsQuery, type Invitation } from './queries.ts'
import { Section } from './section.tsx'

/** Organisations that ask one to join. Mostly there are none, and then nothing is shown. */
export function Invitations() {
  const { t } = useTranslation('account')
  const { data = [], error, isLoadingError, refetch } = useQuery(invitationsQuery)
  if (data.length === 0 && !isLoadingError) return null
  return (
    <Section title={t('invitations.title')} lead={t('invitations.lead')}>
      {isLoadingError && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Entries>
        {data.map((invitation) => (
          <Line key={invitation.id} invitation={invitation} />
        ))}
      </Entries>
    </Section>
  )
}

function Line({ invitation }: { readonly invitation: Invitation }) {
  const { t } = useTranslation('account')
  const { id, tenant, expiresAt } = invitation
  const params = { path: { id } }
  const answer = useChange({
    // Whoever joins may switch there: who one is says where.
    key: ['iam'],
    done: t('common:state.saved'),
    change: (isAccepted: boolean) =>
      unwrap(
        isAccepted
          ? iam.POST('/api/iam/v1/me/invitations/{id}/accept', { params })
          : iam.POST('/api/iam/v1/me/invitations/{id}/decline', { params }),
      ),
  })
  return (
    <Entry
      name={tenant.name}
      facts={
        <>
          {t('invitations.until')} <Moment time={expiresAt} />
        </>
      }
      actions={
        <>
          <Button size="xs" loading={answer.isPending} onClick={() => answer.mutate(true)}>
            {t('invitations.accept')}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={answer.isPending}
            onClick={() => answer.mutate(false)}
          >
            {t('invitations.decline')}
          </Button>
        </>
      }
    >
      <ErrorAlert error={answer.error} />
    </Entry>
  )
}
