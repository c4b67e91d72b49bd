import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bpm, iam, unwrap } from '../../api/clients.ts'
import { signIn } from '../../auth/session.ts'
import { turnOff } from '../../push/device.ts'
import { ConfirmDialog } from '../../shared/form/confirm-dialog.tsx'
import { useChange } from '../../shared/form/use-change.ts'
import { ErrorAlert } from '../../shared/page/error-alert.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { Moment } from '../../shared/time-text.tsx'
import { useTranslation } from '../../text/i18n.ts'
import { Entries, Entry } from './entries.tsx'
import { sessionsQuery, type Session } from './queries.ts'
import { Section } from './section.tsx'

/** Where one is signed in; each can be ended, and all at once. */
export function Sessions() {
  const { t } = useTranslation('account')
  const sessions = useQuery(sessionsQuery)
  const [isEndingAll, setIsEndingAll] = useState(false)
  const end = useChange({
    key: sessionsQuery.queryKey,
    done: t('sessions.ended'),
    change: (id: string) =>
      unwrap(iam.DELETE('/api/iam/v1/me/sessions/{id}', { params: { path: { id } } })),
  })
  return (
    <Section
      title={t('sessions.title')}
      lead={t('sessions.lead')}
      actions={
        <Button variant="default" onClick={() => setIsEndingAll(true)}>
          {t('sessions.endAll')}
        </Button>
      }
    >
      <ErrorAlert error={sessions.error ?? end.error} />
      {sessions.isPending && <BlockSkeleton lines={3} />}
      <Entries>
        {(sessions.data ?? []).map((session) => (
          <Line
            key={session.id}
            session={session}
            isEnding={end.isPending && end.variables === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </Entries>
      {isEndingAll && <EndAll onClose={() => setIsEndingAll(false)} />}
    </Section>
  )
}

function Line(props: {
  readonly session: Session
  readonly isEnding: boolean
  readonly onEnd: () => void
}) {
  const { t } = useTranslation('account')
  const { device, address, signedInAt, clients } = props.session
  const name = device ?? t('sessions.unknown')
  return (
    <Entry
      name={name}
      facts={
        <>
          {t('sessions.since')} <Moment time={signedInAt} />
          {address !== null && ` · ${address}`}
          {clients.length > 0 && ` · ${clients.join(', ')}`}
        </>
      }
      actions={
        <Button
          variant="default"
          size="xs"
          loading={props.isEnding}
          aria-label={t('sessions.endOf', { name })}
          onClick={props.onEnd}
        >
          {t('sessions.end')}
        </Button>
      }
    />
  )
}

/** This window is signed out as well: it goes to the sign-in page at once. */
function EndAll({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('account')
  const end = useMutation({
    mutationFn: async () => {
      // While there is a token for it. That it fails keeps no session open.
      await Promise.allSettled([unwrap(bpm.DELETE('/api/bpm/v1/me/push-subscriptions')), turnOff()])
      await unwrap(iam.DELETE('/api/iam/v1/me/sessions'))
    },
    onSuccess: () => signIn(),
  })
  return (
    <ConfirmDialog
      opened
      danger
      title={t('sessions.endAllTitle')}
      text={t('sessions.endAllText')}
      confirm={t('sessions.endAll')}
      isRunning={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    />
  )
}
