import { Button } from '@mantine/core'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../inbox.module.css'
import type { Decision } from './decide.ts'

/** What can be done to all that is chosen. */
export function BatchBar(props: {
  readonly count: number
  readonly onAsk: (action: Decision) => void
  readonly onClear: () => void
}) {
  const { t } = useTranslation('inbox')
  return (
    <div className={classes.bar} role="status">
      <span>{t('common:state.selected', { count: props.count })}</span>
      <Button
        size="xs"
        leftSection={<Icon name="check" size={16} />}
        onClick={() => props.onAsk('approve')}
      >
        {t('batch.approve')}
      </Button>
      <Button
        size="xs"
        color="red"
        variant="light"
        leftSection={<Icon name="cross" size={16} />}
        onClick={() => props.onAsk('reject')}
      >
        {t('batch.reject')}
      </Button>
      <Button size="xs" variant="subtle" onClick={props.onClear}>
        {t('batch.clear')}
      </Button>
    </div>
  )
}
