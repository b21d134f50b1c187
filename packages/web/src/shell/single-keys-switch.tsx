import { t } from '@lingui/core/macro'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { MODIFIER } from './palette-button.tsx'
import { singleKeys } from './single-keys.ts'

/** Turns the shortcuts of single keys on and off in this browser. */
export const SingleKeysSwitch = () => {
  const [areOn, turn] = useState(singleKeys.areOn)
  return (
    <Switch
      label={t`Single-key shortcuts`}
      description={t`${MODIFIER} K works in any case.`}
      checked={areOn}
      onChange={({ currentTarget: { checked } }) => {
        singleKeys.turn(checked)
        turn(checked)
      }}
    />
  )
}
