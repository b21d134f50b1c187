import { searchText } from '@rollcall/contract'

/** Names of several cultures, mixed freely as in any large office. */
export const FIRST_NAMES: readonly string[] = (
  'Ada Aisha Akira Alejandro Amara Amélie Ananya Anders Anjali Antonio Arjun Astrid Ayşe Beatriz Carlos Chen Chidi ' +
  'Chloé Daniel David Deepa Elif Emily Emma Fatima Felix Freya Grace Hannah Haruto Hiroshi Ines Ingrid Ivan Jack ' +
  'James Jürgen Kavya Kofi Lakshmi Lars Liam Lucía Łukasz Magda Maria Mateo Mei Mohammed Nadia Ngozi Noah Olga ' +
  'Olivia Omar Priya Rahul Sakura Siobhán Sofia Søren Thandiwe Thomas Wei Yuki Zoë'
).split(' ')

export const LAST_NAMES: readonly string[] = (
  'Abebe Achterberg Adeyemi Andersson Bauer Becker Bernard Bianchi Brown Byron Campbell Chatterjee Chen Clarke ' +
  'Costa Das Diaz Dubois Eriksen Evans Fernandes Fischer Fujita García Gupta Haddad Hansen Hoffmann Huang Ito Iyer ' +
  'Jansen Jensen Johnson Joshi Kaya Keller Khan Kim Kowalska Krüger Kumar Larsen Lee Li Lindqvist López Martin ' +
  'Mbeki Mehta Mensah Meyer Murphy Müller Nair Nakamura Nguyen Novák Nowak Okafor Oliveira Öztürk Papadopoulos ' +
  'Patel Petrov Popescu Ramírez Reddy Rossi Ryan Santos Sato Schmidt Schneider Silva Singh Smith Suzuki Takahashi ' +
  'Tanaka Taylor Tran Vargas Wang Weber Williams Wilson Yamamoto Yılmaz Zhang'
).split(' ')

/** The name in the letters a–z for e-mail addresses: Łukasz becomes lukasz, Müller becomes muller. */
export const plainName = (name: string): string => searchText(name).replace(/[^a-z]/g, '')

export const JOB_TITLES: readonly string[] = [
  'Analyst',
  'Associate',
  'Consultant',
  'Coordinator',
  'Designer',
  'Director',
  'Engineer',
  'Manager',
  'Specialist',
  'Team lead',
]

/** Rooms are named after scientists, as in many real offices. */
export const ROOM_NAMES: readonly string[] = (
  'Curie Noether Lovelace Turing Hopper Ramanujan Meitner Bose Franklin Gauss Herschel Yukawa Euler Faraday ' +
  'Hypatia Johnson Kepler Leavitt Mendel Nightingale Planck Raman Somerville Tesla'
).split(' ')
