import { Button, List, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../me/me.ts'
import { useBizTypeName } from '../../shared/biz-types.ts'
import { ConfirmDialog } from '../../shared/form/confirm-dialog.tsx'
import { ErrorState } from '../../shared/page/error-state.tsx'
import { PageHeader } from '../../shared/page/page-header.tsx'
import { Page, Panel } from '../../shared/page/page.tsx'
import { BlockSkeleton } from '../../shared/page/skeletons.tsx'
import { Moment } from '../../shared/time-text.tsx'
import { useTranslation } from '../../text/i18n.ts'
import classes from './applications.module.css'
import { AttemptItem } from './attempt-item.tsx'
import { DeliveryTag } from './delivery-tag.tsx'
import { useEventName } from './event-name.ts'
import { useRedeliver } from './use-redeliver.ts'
import { deliveryQuery, type DeliveryDetails } from './queries.ts'

const route = getRouteApi('/deliveries/$eventId')

/** One event: what is in it, each attempt, and what the application answered. */
export function DeliveryPage() {
  const { t } = useTranslation('applications')
  const { eventId } = route.useParams()
  const delivery = useQuery(deliveryQuery(eventId))
  const eventName = useEventName()
  if (delivery.isPending) {
    return (
      <Page>
        <BlockSkeleton lines={8} />
      </Page>
    )
  }
  if (delivery.isLoadingError) {
    return <ErrorState error={delivery.error} onRetry={() => void delivery.refetch()} />
  }
  const { type, instanceId } = delivery.data
  return (
    <Page narrow>
      <nav>
        <Link to="/deliveries">← {t('deliveries.title')}</Link>
      </nav>
      <PageHeader title={eventName(type)} actions={<Redeliver delivery={delivery.data} />} />
      <Panel label={t('delivery.facts')}>
        <Facts delivery={delivery.data} />
        <Text mt="md" size="sm">
          <Link to="/deliveries" search={{ instance: instanceId }}>
            {t('delivery.ofInstance')}
          </Link>
        </Text>
      </Panel>
      <Attempts delivery={delivery.data} />
      <Body delivery={delivery.data} />
    </Page>
  )
}

function Facts({ delivery }: { readonly delivery: DeliveryDetails }) {
  const { t } = useTranslation('applications')
  const typeName = useBizTypeName()
  const { type, status, bizType, bizTypeVersion, sequence, eventId, instanceId } = delivery
  const { createdAt, nextAttemptAt, failedAttempts } = delivery
  return (
    <dl className={classes.facts}>
      <dt>{t('field.status')}</dt>
      <dd>
        <DeliveryTag status={status} /> {status === 'BLOCKED' && t('delivery.blocked')}
      </dd>
      <dt>{t('field.bizType')}</dt>
      <dd>
        {typeName(bizType)} · {t('types.version', { version: bizTypeVersion })}
      </dd>
      <dt>{t('field.event')}</dt>
      <dd>
        <code>{type}</code>
      </dd>
      <dt>{t('field.eventId')}</dt>
      <dd>{eventId}</dd>
      <dt>{t('field.instance')}</dt>
      <dd>{t('delivery.place', { instance: instanceId, sequence })}</dd>
      <dt>{t('field.created')}</dt>
      <dd>
        <Moment time={createdAt} />
      </dd>
      <dt>{t('field.failed')}</dt>
      <dd>{failedAttempts}</dd>
      {nextAttemptAt !== null && (
        <>
          <dt>{t('field.next')}</dt>
          <dd>
            <Moment time={nextAttemptAt} />
          </dd>
        </>
      )}
    </dl>
  )
}

function Attempts({ delivery: { attempts } }: { readonly delivery: DeliveryDetails }) {
  const { t } = useTranslation('applications')
  return (
    <Panel label={t('delivery.attempts')}>
      <Title order={2} size="h4" mb="sm">
        {t('delivery.attempts')}
      </Title>
      {attempts.length === 0 && <Text c="var(--console-soft)">{t('deliveries.never')}</Text>}
      <List listStyleType="none" spacing="md">
        {attempts.map((attempt) => (
          <List.Item key={attempt.attemptedAt}>
            <AttemptItem attempt={attempt} />
          </List.Item>
        ))}
      </List>
    </Panel>
  )
}

function Body({ delivery: { body } }: { readonly delivery: DeliveryDetails }) {
  const { t } = useTranslation('applications')
  return (
    <Panel>
      <Title order={2} size="h4">
        {t('delivery.body')}
      </Title>
      <pre className={classes.text} tabIndex={0} aria-label={t('delivery.body')} role="region">
        {JSON.stringify(body, null, 2)}
      </pre>
    </Panel>
  )
}

function Redeliver({ delivery }: { readonly delivery: DeliveryDetails }) {
  const { t } = useTranslation('applications')
  const { eventId } = delivery
  const mayWrite = useMay('bpm:delivery:write')
  const [isAsking, setIsAsking] = useState(false)
  const send = useRedeliver(eventId, () => setIsAsking(false))
  if (!mayWrite) return null
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{t('redeliver.one.action')}</Button>
      {isAsking && (
        <ConfirmDialog
          opened
          title={t('redeliver.one.title')}
          text={t('redeliver.one.text')}
          confirm={t('redeliver.one.action')}
          isRunning={send.isPending}
          error={send.error}
          onConfirm={() => send.mutate(undefined)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
