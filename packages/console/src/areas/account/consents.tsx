import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { iam, unwrap } from '../../api/clients.ts'
import { ConfirmDialog } from '../../shared/form/confirm-dialog.tsx'
import { useChange } from '../../shared/form/use-change.ts'
import { ErrorAlert } from '../../shared/page/error-alert.tsx'
import { Moment } from '../../shared/time-text.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { Entries, Entry } from './entries.tsx'
import { consentsQuery, type Consent } from './queries.ts'
import { Section } from './section.tsx'

/** Applications that one agreed to. Without any there is nothing to say. */
export function Consents() {
  const { t } = useTranslation('account')
  const consents = useQuery(consentsQuery)
  const [withdrawn, setWithdrawn] = useState<Consent>()
  const items = consents.data ?? []
  if (items.length === 0 && consents.error === null) return null
  return (
    <Section title={t('consents.title')} lead={t('consents.lead')}>
      <ErrorAlert error={consents.error} />
      <Entries>
        {items.map((consent) => (
          <Entry
            key={consent.clientId}
            name={consent.clientName}
            facts={
              <>
                {consent.scopes.join(', ')} · {t('since')} <Moment time={consent.updatedAt} />
              </>
            }
            actions={
              <Button
                variant="subtle"
                color="red"
                size="xs"
                aria-label={t('consents.withdrawOf', { name: consent.clientName })}
                onClick={() => setWithdrawn(consent)}
              >
                {t('consents.withdraw')}
              </Button>
            }
          />
        ))}
      </Entries>
      {withdrawn !== undefined && (
        <WithdrawDialog consent={withdrawn} onClose={() => setWithdrawn(undefined)} />
      )}
    </Section>
  )
}

function WithdrawDialog(props: { readonly consent: Consent; readonly onClose: () => void }) {
  const { t } = useTranslation('account')
  const { clientId, clientName } = props.consent
  const withdraw = useChange({
    key: consentsQuery.queryKey,
    done: t('common:state.saved'),
    change: () =>
      unwrap(iam.DELETE('/api/iam/v1/me/consents/{clientId}', { params: { path: { clientId } } })),
    onDone: props.onClose,
  })
  return (
    <ConfirmDialog
      opened
      danger
      title={t('consents.withdrawTitle', { name: clientName })}
      text={t('consents.withdrawText')}
      confirm={t('consents.withdraw')}
      isRunning={withdraw.isPending}
      error={withdraw.error}
      onConfirm={() => withdraw.mutate(undefined)}
      onClose={props.onClose}
    />
  )
}
