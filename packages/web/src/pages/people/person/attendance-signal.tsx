import { Signal } from '../shared/signal.tsx'
import { ATTENDANCE } from './words.ts'

export const AttendanceSignal = ({ type }: { type: keyof typeof ATTENDANCE | null | undefined }) => {
  if (!type) return '–'
  const { name, tone } = ATTENDANCE[type]
  return <Signal tone={tone}>{name}</Signal>
}
