import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { iam, unwrap } from '../../api/clients.ts'
import { useChange } from '../../shared/form/use-change.ts'
import { ErrorAlert } from '../../shared/page/error-alert.tsx'
import { Moment } from '../../shared/time-text.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { Entries, Entry } from './entries.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { identitiesQuery, type Identity } from './queries.ts'
import { Section } from './section.tsx'

/** Accounts elsewhere that open this one. Without any there is nothing to say. */
export function Identities() {
  const { t } = useTranslation('account')
  const identities = useQuery(identitiesQuery)
  const [removed, setRemoved] = useState<Identity>()
  const items = identities.data ?? []
  if (items.length === 0 && identities.error === null) return null
  return (
    <Section title={t('identities.title')} lead={t('identities.lead')}>
      <ErrorAlert error={identities.error} />
      <Entries>
        {items.map((identity) => (
          <Entry
            key={identity.id}
            name={identity.providerName}
            facts={
              <>
                {t(`identities.kind.${identity.kind}`)} · {t('since')}{' '}
                <Moment time={identity.createdAt} />
              </>
            }
            actions={
              <Button
                variant="subtle"
                color="red"
                size="xs"
                aria-label={t('identities.removeOf', { name: identity.providerName })}
                onClick={() => setRemoved(identity)}
              >
                {t('common:action.remove')}
              </Button>
            }
          />
        ))}
      </Entries>
      {removed !== undefined && (
        <RemoveDialog identity={removed} onClose={() => setRemoved(undefined)} />
      )}
    </Section>
  )
}

function RemoveDialog(props: { readonly identity: Identity; readonly onClose: () => void }) {
  const { t } = useTranslation('account')
  const { id, providerName } = props.identity
  const remove = useChange({
    key: identitiesQuery.queryKey,
    done: t('common:state.saved'),
    onDone: props.onClose,
    change: (currentPassword: string) =>
      unwrap(
        iam.POST('/api/iam/v1/me/identities/{id}/remove', {
          params: { path: { id } },
          body: { currentPassword },
        }),
      ),
  })
  return (
    <PasswordDialog
      danger
      title={t('identities.removeTitle')}
      text={t('identities.removeText', { name: providerName })}
      confirm={t('common:action.remove')}
      isRunning={remove.isPending}
      error={remove.error}
      onConfirm={(currentPassword) => remove.mutate(currentPassword)}
      onClose={props.onClose}
    />
  )
}
