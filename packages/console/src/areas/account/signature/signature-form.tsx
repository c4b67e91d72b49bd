import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bpm, unwrap } from '../../../api/clients.ts'
import { useChange } from '../../../shared/form/use-change.ts'
import { ErrorAlert } from '../../../shared/page/error-alert.tsx'
import { BlockSkeleton } from '../../../shared/page/skeletons.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import { signatureKey, signatureQuery, type Stroke } from '../queries.ts'
import { Section } from '../section.tsx'
import { SignatureField } from './signature-field.tsx'
import { withoutTaps } from './strokes.ts'

/** The signature that prints of one's decisions carry. */
export function SignatureForm() {
  const { t } = useTranslation('account')
  const { data, error } = useQuery(signatureQuery)
  const [drawsAnew, setDrawsAnew] = useState(false)
  const isKept = data !== undefined && data.strokes.length > 0
  return (
    <Section title={t('signature.title')} lead={t('signature.lead')}>
      <ErrorAlert error={error} />
      {data === undefined && error === null && <BlockSkeleton lines={3} />}
      {isKept && !drawsAnew && (
        <Kept strokes={data.strokes} onDrawAnew={() => setDrawsAnew(true)} />
      )}
      {data !== undefined && (!isKept || drawsAnew) && (
        <Drawing onKept={() => setDrawsAnew(false)} />
      )}
    </Section>
  )
}

function Kept(props: { readonly strokes: readonly Stroke[]; readonly onDrawAnew: () => void }) {
  const { t } = useTranslation('account')
  const remove = useChange({
    key: signatureKey,
    done: t('signature.removed'),
    change: () => unwrap(bpm.DELETE('/api/bpm/v1/me/signature')),
  })
  return (
    <Stack align="flex-start">
      <SignatureField label={t('signature.yours')} strokes={props.strokes} />
      <ErrorAlert error={remove.error} />
      <Group>
        <Button variant="default" onClick={props.onDrawAnew}>
          {t('signature.draw')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          loading={remove.isPending}
          onClick={() => remove.mutate(undefined)}
        >
          {t('signature.remove')}
        </Button>
      </Group>
    </Stack>
  )
}

function Drawing({ onKept }: { readonly onKept: () => void }) {
  const { t } = useTranslation('account')
  const [strokes, setStrokes] = useState<readonly Stroke[]>([])
  const drawn = withoutTaps(strokes)
  const save = useChange({
    key: signatureKey,
    done: t('common:state.saved'),
    change: () => unwrap(bpm.PUT('/api/bpm/v1/me/signature', { body: { strokes: drawn } })),
    onDone: onKept,
  })
  return (
    <Stack align="flex-start">
      <SignatureField label={t('signature.field')} strokes={strokes} onDraw={setStrokes} />
      <ErrorAlert error={save.error} />
      <Group>
        <Button
          disabled={drawn.length === 0}
          loading={save.isPending}
          onClick={() => save.mutate(undefined)}
        >
          {t('common:action.save')}
        </Button>
        <Button variant="default" onClick={() => setStrokes([])}>
          {t('signature.clear')}
        </Button>
      </Group>
    </Stack>
  )
}
