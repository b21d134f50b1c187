/** The options of a simulation. Equal options give the same company and the same days, byte for byte. */
export interface SimulationOptions {
  seed: number
  /** Number of people in the company, including leavers. */
  employees: number
  /** Number of buildings, from 1 to 6; all by default. */
  offices?: number
  /** Number of departments; all by default. With few people, fewer make figures by group large enough to be shown. */
  departments?: number
  /** Also determines the mail domain; `Acme` by default. */
  companyName?: string
  /** First simulated day, YYYY-MM-DD. Leavers left before it. */
  startDay: string
  /** Share of the events that are delivered an hour to four days late; 0.025 by default. */
  late?: number
  /** Share of the events that are delivered twice; 0.014 by default. */
  duplicates?: number
  /** First day on which people announce time off, which is possible for future days only; by default there is none. */
  timeOffFrom?: string
  /** Whether offices are closed on the public holidays of their country; by default no holidays are kept. */
  keepsHolidays?: boolean
  /** Whether groups have attendance policies since the first day; by default none has. */
  hasPolicies?: boolean
  /** Whether the bookings of one building are to be confirmed; by default none is. */
  hasCheckIn?: boolean
  /** Whether desks have screens and other equipment; by default none has. */
  hasEquipment?: boolean
}
