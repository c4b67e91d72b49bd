import { Button, CopyButton, Group, Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../../../shared/form/confirm-dialog.tsx'
import { useChange } from '../../../shared/form/use-change.ts'
import { Moment } from '../../../shared/time-text.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../administration.module.css'

export type Deliver = 'mail' | 'hand_over'

interface Made {
  /** Missing where the answer was lost and asked for again: it is told once. */
  readonly url?: string | null
  readonly expiresAt: string
}

/** Makes a link for somebody: sent to their address, or shown this once, to hand over. */
export function LinkDialog(props: {
  readonly title: string
  readonly text: string
  /** Where it can be sent; null: it is handed over. */
  readonly address: string | null
  readonly cacheKey: readonly string[]
  readonly make: (deliver: Deliver) => Promise<Made>
  readonly onClose: () => void
}) {
  const { t } = useTranslation('administration')
  const { title, text, address, cacheKey, onClose } = props
  const [deliver, setDeliver] = useState<Deliver>(address === null ? 'hand_over' : 'mail')
  const make = useChange({
    key: cacheKey,
    change: (by: Deliver) => makeWhole(props.make, by),
    ...(deliver === 'mail' ? { done: t('link.sent'), onDone: onClose } : {}),
  })
  const url = make.data?.url ?? undefined
  return (
    <ConfirmDialog
      opened
      title={title}
      text={url === undefined ? text : t('link.once')}
      confirm={url === undefined ? t('link.make') : t('secret.done')}
      isRunning={make.isPending}
      isDone={url !== undefined}
      error={make.error}
      onConfirm={() => (url === undefined ? make.mutate(deliver) : onClose())}
      onClose={onClose}
    >
      {url === undefined ? (
        <Radio.Group
          label={t('link.how')}
          value={deliver}
          onChange={(value) => setDeliver(value === 'mail' ? 'mail' : 'hand_over')}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="mail"
              label={t('link.mail', { address: address ?? '' })}
              disabled={address === null}
            />
            <Radio value="hand_over" label={t('link.handOver')} />
          </Stack>
        </Radio.Group>
      ) : (
        <HandedOver url={url} expiresAt={make.data?.expiresAt ?? ''} />
      )}
    </ConfirmDialog>
  )
}

async function makeWhole(make: (deliver: Deliver) => Promise<Made>, by: Deliver): Promise<Made> {
  const made = await make(by)
  return made.url === undefined ? make(by) : made
}

function HandedOver({ url, expiresAt }: { readonly url: string; readonly expiresAt: string }) {
  const { t } = useTranslation('administration')
  return (
    <Stack>
      <Text size="sm" className={classes.secret} data-testid="link">
        {url}
      </Text>
      <Group justify="space-between">
        <Text size="sm" c="var(--console-soft)">
          {t('link.until')} <Moment time={expiresAt} />
        </Text>
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t('secret.copied') : t('link.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  )
}
