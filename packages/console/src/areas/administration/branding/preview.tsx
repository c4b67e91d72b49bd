import { useTranslation } from '../../../text/i18n.ts'
import classes from './branding.module.css'

/** The sign-in page in small, before anything is saved. */
export function Preview(props: {
  readonly name: string
  readonly colour: string
  readonly logo: string | null
}) {
  const { t } = useTranslation('administration')
  return (
    <figure className={classes.preview}>
      <figcaption className={classes.caption}>{t('branding.preview')}</figcaption>
      <div className={classes.sheet} aria-hidden="true">
        <div className={classes.brand}>
          {props.logo !== null && <img src={props.logo} alt="" className={classes.logo} />}
          <span>{props.name}</span>
        </div>
        <span className={classes.field} />
        <span className={classes.field} />
        {/* Set by the page's own script, which its policy allows. */}
        <span className={classes.button} style={{ background: props.colour }} />
      </div>
    </figure>
  )
}
