import { ActionIcon } from '@mantine/core'
import { Icon } from '../../../shared/icon.tsx'
import { useTranslation } from '../../../text/i18n.ts'
import classes from '../designer.module.css'
import type { Model } from './model.ts'

/** Takes back what was drawn or said beside the drawing, step by step, and does it again. */
export function HistoryButtons({ history }: { readonly history: Model['history'] }) {
  const { t } = useTranslation('designer')
  return (
    <div className={classes.history}>
      {(['undo', 'redo'] as const).map((way) => (
        <ActionIcon
          key={way}
          variant="default"
          size="lg"
          data-way={way}
          aria-label={t(`bpmn.${way}`)}
          title={t(`bpmn.${way}`)}
          disabled={!history.may(way)}
          onClick={() => history.go(way)}
        >
          <Icon name="return" size={18} />
        </ActionIcon>
      ))}
    </div>
  )
}
