/** The types of the interface, from its description by the server. Written by script/lib/api_types.py, not by hand. */

/** A text in both languages. */
export type Texts = Record<'es' | 'en', string>

export interface Abort {
  id: string
  expected_seq: number
  type: 'abort'
}

export interface Accept {
  id: string
  expected_seq: number
  offer: 'draw' | 'abandon' | 'double' | 'resignation' | 'takeback'
  side: 'white' | 'black'
  beaver?: boolean
  type: 'accept'
}

export interface Accepted {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: OfferData
  type: 'accepted'
}

export interface AllDice {
  statistics: StatisticsView
}

export interface AnalysisView {
  id: string
  state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed'
  done: number
  total: number
  error: string | null
  report: Report | null
  dice: DiceReport | null
}

export interface AnswerView {
  offer: 'draw' | 'abandon' | 'double' | 'resignation' | 'takeback'
  by: 'white' | 'black' | null
  answer: 'accepted' | 'declined' | 'lapsed'
  value: number | null
}

export interface AskAnalysis {
  game?: string | null
  rulebook?: string | null
  options?: Record<string, boolean | number | string | string[]>
  position?: string | null
  moves?: string[]
  nodes?: number
  engine?: string | null
  ply?: number | null
}

export interface AskBalance {
  sheets: SheetChoice[]
  game_count?: number
  level?: number
  seed?: number
}

export interface AskEquities {
  rulebook: string
  options?: Record<string, boolean | number | string | string[]>
  position?: string | null
  moves?: string[]
  ply?: number
  most?: number
  also?: string | null
  throws?: boolean
  match?: MatchInput | null
}

export interface AskEvaluation {
  rulebook: string
  options?: Record<string, boolean | number | string | string[]>
  position?: string | null
  moves?: string[]
  nodes?: number
  engine?: string | null
  threat?: boolean
}

export interface AskHint {
  whole?: boolean
}

export interface AskRollout {
  rulebook: string
  options?: Record<string, boolean | number | string | string[]>
  position?: string | null
  moves?: string[]
  turns?: string[]
  trials?: number
  horizon?: number
  ply?: number
}

export interface AskThreat {
  ply: number
}

export interface AskTutor {
  seq: number
  move: string
  lang?: 'es' | 'en'
}

export interface BalanceView {
  id: string
  state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed'
  done: number
  total: number
  error: string | null
  report: ReportText | null
}

export interface Bin {
  first: number
  last: number
  counts: number[]
}

export interface Blocked {
  person: string
  name: string
  at: number
}

export interface Bronstein {
  initial_ms: number
  increment_ms: number
  black: TimeAllowance | null
  kind: 'bronstein'
}

export interface BronsteinInput {
  initial_ms: number
  increment_ms?: number
  black?: TimeAllowanceInput | null
  kind: 'bronstein'
}

export interface Byoyomi {
  periods: number
  period_ms: number
  initial_ms: number
  black: Periods | null
  kind: 'byoyomi'
}

export interface ByoyomiInput {
  periods: number
  period_ms: number
  initial_ms?: number
  black?: PeriodsInput | null
  kind: 'byoyomi'
}

export interface CapturedPieces {
  white: string[]
  black: string[]
}

export interface Cell {
  estimate: Estimate
  text: string
}

export interface Chances {
  win: number
  win_gammon: number
  win_backgammon: number
  lose_gammon: number
  lose_backgammon: number
  drawn: number
}

export interface ChancesView {
  win: number
  win_gammon: number
  win_backgammon: number
  lose: number
  lose_gammon: number
  lose_backgammon: number
  drawn: number
}

export interface Change {
  name?: string | null
  settings?: Record<string, boolean | number | string> | null
  age_ms?: number
}

export interface ChapterRef {
  id: string
  title: string
  summary: string | null
  same_law_as: string | null
  sections: SectionRef[]
}

export interface ChatHistory {
  lines: ChatLine[]
  presets: string[]
}

export interface ChatLine {
  id: string
  game: string
  room: 'players' | 'spectators'
  person: string
  name: string
  preset: string | null
  text: string
  at: number
}

export interface CheckMark {
  place: string
  by: string[]
  announce: boolean
}

export interface Checked {
  valid: boolean
  faults: SheetFault[]
  given: Record<string, unknown>
  hash: string | null
  sheet: Record<string, unknown> | null
  rulebook: RulebookDetail | null
  rules: Manual | null
  parent: Origin | null
  differences: Difference[]
  diagrams: Diagram[]
}

export interface ClaimLeft {
  id: string
  expected_seq: number
  side: 'white' | 'black'
  result: 'win' | 'draw'
  type: 'claim_left'
}

export interface ClaimView {
  reason: string
  clause: string | null
}

export interface ClockView {
  kind: string
  initial_ms: number
  increment_ms: number
  spec: Fischer | Delay | Bronstein | Byoyomi | Correspondence
  white_ms: number
  black_ms: number
  running: 'white' | 'black' | null
  at: number
  now: number
}

export interface CommandAnswer {
  events: (Moved | Refused | Offered | Accepted | Declined | SeedCommitted | SeedRevealed | Opened | Rolled | Undone | Credited | Ended | Revealed)[]
  seq: number
  view: GameView | null
}

export interface CommitSeed {
  id: string
  expected_seq: number
  side: 'white' | 'black'
  commitment: string
  type: 'commit_seed'
}

export interface CommittedData {
  commitment: string
}

export interface Contents {
  parts: Part[]
}

export interface Correspondence {
  days: number
  kind: 'correspondence'
}

export interface CreateGame {
  id: string
  rulebook?: string | null
  sheet?: string | Record<string, unknown> | null
  options?: Record<string, boolean | number | string | string[]>
  position?: string | null
  players?: PlayersInput
  clock?: FischerInput | DelayInput | BronsteinInput | ByoyomiInput | Correspondence | null
  moves?: string[]
  seeds?: ('white' | 'black')[]
}

export interface Credited {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: CreditedData
  type: 'credited'
}

export interface CreditedData {
  ms: number
}

export interface CubeEquityView {
  equity: number
  match_chance: number | null
}

export interface CubeJudgement {
  may_double: boolean
  redouble: boolean
  action: 'no_double' | 'too_good' | 'double'
  response: 'take' | 'pass' | 'beaver' | null
  no_double: CubeEquityView | null
  double_take: CubeEquityView | null
  double_pass: CubeEquityView | null
  beaver: CubeEquityView | null
  text: string
}

export interface CubeReport {
  ply: number
  side: 'white' | 'black'
  act: 'double' | 'no_double' | 'too_good' | 'take' | 'pass' | 'beaver'
  best: 'double' | 'no_double' | 'too_good' | 'take' | 'pass' | 'beaver'
  cube: number
  no_double: number
  double_take: number
  double_pass: number
  loss: number
  grade: 'best' | 'good' | 'doubtful' | 'bad' | 'very_bad'
  sign: string
  text: string
}

export interface CubeView {
  value: number
  owner: 'white' | 'black' | null
}

export interface Decline {
  id: string
  expected_seq: number
  offer: 'draw' | 'abandon' | 'double' | 'resignation' | 'takeback'
  side: 'white' | 'black'
  type: 'decline'
}

export interface Declined {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: OfferData
  type: 'declined'
}

export interface Delay {
  initial_ms: number
  increment_ms: number
  black: TimeAllowance | null
  kind: 'delay'
}

export interface DelayInput {
  initial_ms: number
  increment_ms?: number
  black?: TimeAllowanceInput | null
  kind: 'delay'
}

export interface Diagram {
  piece: string
  letter: string
  square: string
  moves: string[]
  captures: string[]
  hurdles: string[]
}

export interface DiceFile {
  format: 'axedrez-dice-1'
  game: string
  commitment: string
  seats: ('white' | 'black')[]
  events: (Moved | Refused | Offered | Accepted | Declined | SeedCommitted | SeedRevealed | Opened | Rolled | Undone | Credited | Ended | Revealed)[]
  rows: string[] | null
  statistics: StatisticsView
}

export interface DicePlayerReport {
  side: 'white' | 'black'
  turns: number
  unforced: number
  loss: number
  cube_decisions: number
  cube_loss: number
  error_rate: number | null
  pr: number | null
  rating: string
  luck: number
  grades: [string, number][]
  lucks: [string, number][]
  text: string
}

export interface DiceReport {
  ply: number
  luck_ply: number
  unit: number
  thresholds: number[]
  luck_thresholds: number[]
  turns: DiceTurnReport[]
  cube: CubeReport[]
  end: DiceStanding
  players: DicePlayerReport[]
  result: number | null
  luck_adjusted: number | null
  moments: number[]
  text: string
  method: string
}

export interface DiceStanding {
  win: number
  drawn: number
  equity: number
}

export interface DiceTurnReport {
  ply: number
  side: 'white' | 'black'
  dice: string
  move: string
  text: string
  cube: number
  grade: 'best' | 'good' | 'doubtful' | 'bad' | 'very_bad'
  sign: string
  loss: number
  is_forced: boolean
  luck: number | null
  luck_grade: 'very_lucky' | 'lucky' | 'even' | 'unlucky' | 'very_unlucky'
  luck_sign: string
  before: DiceStanding | null
  after: DiceStanding
  turns: RatedTurnText[]
  comment: string
  reasons: string[]
}

export interface DiceView {
  roll: string | null
  number: number | null
  by: 'white' | 'black' | null
  commitment: string | null
  server_seed: string | null
  seeds: SeedView[]
  opening: [number, number][] | null
}

export interface Difference {
  path: string
  text: string
}

export interface Elsewhere {
  rulebook: string
  title: string
}

export interface Ended {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: EndedData
  type: 'ended'
}

export interface EndedData {
  result: '1-0' | '0-1' | '1/2-1/2' | '*'
  reason: string
  clause: string | null
  points: Score | null
}

export interface EngineView {
  name: string
  rulebooks: string[]
}

export interface Enrolment {
  login: string
  password: string
}

export interface Entry {
  id: string
  term: string
  text: string
  places: Place[]
  elsewhere: Elsewhere[]
}

export interface EquitiesView {
  position: string
  ids: PositionIds
  match: MatchStanding | null
  scene: GridScene | PointsScene
  side: 'white' | 'black'
  outcome: EndedData | null
  estimate: EstimateView | null
  turns: TurnView[]
  throws: ThrowView[]
  mean: number | null
  cube: CubeJudgement | null
  notes: string[]
  text: string
}

export interface ErrorBody {
  error: ErrorDetail
}

export interface ErrorDetail {
  reason: string
  message: string
  clause: string | null
  places: string[]
}

export interface Estimate {
  value: number
  low: number | null
  high: number | null
}

export interface EstimateView {
  equity: number
  chances: ChancesView
  text: string
}

export interface EvaluatedLine {
  line: LineText
  standing: StandingText
}

export interface EvaluationView {
  standing: StandingText | null
  lines: EvaluatedLine[]
  text: string
}

export interface EventsPage {
  events: (Moved | Refused | Offered | Accepted | Declined | SeedCommitted | SeedRevealed | Opened | Rolled | Undone | Credited | Ended | Revealed)[]
}

export interface FactsView {
  captured: CapturedPieces | null
  checks_left: SideCounts | null
}

export interface FairnessView {
  counts: Record<string, number>
  chi_square: number
  p_value: number
}

export interface Farewell {
  password: string
}

export interface Fault {
  game: number
  line: number
  column: number
  message: string
}

export interface Field {
  path: string
  kind: 'boolean' | 'choice' | 'number' | 'text' | 'words' | 'list' | 'map' | 'table' | 'data'
  names: Texts
  help: Texts
  format?: string
  required?: boolean
  nullable?: boolean
  default?: unknown
  min?: number | null
  max?: number | null
  whole?: boolean
  pattern?: string
  max_length?: number | null
  length?: number | null
  keys?: string
  options?: Option[]
  fields?: Field[]
  item?: Field | null
}

export interface Figure {
  position: string
  marks: string[]
  arrows: [string, string][]
  caption: string
}

export interface FileView {
  format: string
  name: string
}

export interface Fischer {
  initial_ms: number
  increment_ms: number
  black: TimeAllowance | null
  kind: 'fischer'
}

export interface FischerInput {
  initial_ms: number
  increment_ms?: number
  black?: TimeAllowanceInput | null
  kind: 'fischer'
}

export interface Flag {
  id: string
  expected_seq: number
  type: 'flag'
}

export interface Found {
  terms: Entry[]
  hits: Hit[]
  total: number
}

export interface GameView {
  position: string
  turn: 'white' | 'black' | null
  late: boolean
  scene: GridScene | PointsScene
  steps: StepsView
  offers: OfferView[]
  answer: AnswerView | null
  claims: ClaimView[]
  can: ('move' | 'roll' | 'offer_draw' | 'offer_abandon' | 'offer_double' | 'beaver' | 'offer_takeback' | 'resign' | 'undo' | 'abort' | 'claim' | 'commit_seed' | 'reveal_seed' | 'next')[]
  thinking: boolean
  dice: DiceView | null
  cube: CubeView | null
  match: MatchView | null
  stakes: StakesView
  last_refusal: RefusalView | null
  outcome: EndedData | null
  id: string
  seq: number
  rulebook: RulebookRef
  created_at: number
  casual: boolean
  options: Record<string, unknown> | null
  delay: number
  imported: boolean
  players: Players
  swapped: boolean
  start: string
  moves: MoveView[]
  facts: FactsView[]
  clock: ClockView | null
}

export interface GamesPage {
  games: ListedGame[]
  next: string | null
}

export interface GivenSheet {
  sheet: Record<string, unknown>
}

export interface Glance {
  id: string
  rulebook: string
  names: Texts
  players: Players
  created_at: number
  plies: number
  turn: 'white' | 'black' | null
  position: string
  last: LastMove | null
  clock: ClockView | null
  white: boolean | null
  black: boolean | null
  waiting_since: number | null
  ended_at: number | null
  result: string | null
  reason: string | null
}

export interface Glances {
  now: number
  games: Glance[]
}

export interface GridScene {
  files: number
  ranks: number
  holes: string[]
  pieces: Record<string, string>
  check: CheckMark | null
  captured: CapturedPieces | null
  hands: Hands | null
  promoted: string[]
  checks_left: SideCounts | null
  moves_left: number | null
  dice: [number, number] | null
  dice_kinds: string[] | null
  region: string[]
  kind: 'grid'
}

export interface Hall {
  invitations: InvitationView[]
  more: boolean
}

export interface Hands {
  white: Record<string, number>
  black: Record<string, number>
}

export interface Health {
  status: string
  version: string
  classroom: string | null
}

export interface HintView {
  seq: number
  origin: string
  target: string | null
  text: Texts
  steps: StepView[]
}

export interface Hit {
  section: string
  excerpt: string
  marks: [number, number][]
  places: Place[]
}

export interface Import {
  format: string
  games: Imported[]
  faults: Fault[]
  passed: Fault[]
}

export interface Imported {
  id: string
  rulebook: string
  white: string
  black: string
  result: string
  plies: number
}

export interface InvitationView {
  id: string
  by: string
  by_name: string
  mine: boolean
  to: string | null
  public: boolean
  rulebook: string
  names: Texts
  options: Record<string, unknown>
  clock: Fischer | Delay | Bronstein | Byoyomi | Correspondence | null
  colour: 'white' | 'black' | 'lot'
  position: string | null
  seeds: boolean
  delay: number
  created_at: number
  expires_at: number
  open: boolean
  withdrawn: boolean
  game: string | null
  accepted_by_name: string | null
}

export interface Invite {
  id: string
  rulebook?: string | null
  sheet?: string | Record<string, unknown> | null
  options?: Record<string, boolean | number | string | string[]>
  clock?: FischerInput | DelayInput | BronsteinInput | ByoyomiInput | Correspondence | null
  colour?: 'white' | 'black' | 'lot'
  position?: string | null
  seeds?: boolean
  delay?: number
  to?: string | null
  public?: boolean
}

export interface Item {
  text: string
  clause: string | null
  decision: boolean
  why: string
  settings: Setting[]
  figure: Figure | null
  anchor: string
  terms: Term[]
}

export interface JudgedTurn {
  move: string
  text: Texts
  equity: number
  chances: Chances
}

export interface KeyView {
  id: string
  label: string
  created_at: number
}

export interface LastMove {
  san: Texts
  origin: string
  target: string
}

export interface Lengths {
  title: string
  text: string
  bins: Bin[]
}

export interface LineText {
  move: string
  origin: string
  target: string
  text: string
}

export interface ListedGame {
  id: string
  rulebook: string
  names: Texts
  players: Players
  plies: number
  result: string | null
  reason: string | null
  turn: string | null
  updated_at: number
  position: string
  delay: number
  seat: 'white' | 'black' | null
}

export interface MakeClaim {
  id: string
  expected_seq: number
  reason: string
  type: 'claim'
}

export interface Manual {
  title: string
  sections: Section[]
}

export interface MatchInput {
  length?: number
  white?: number
  black?: number
  cube?: number
  owner?: 'white' | 'black' | null
  largest?: number
  crawford?: boolean
  crawford_played?: boolean
  jacoby?: boolean
  beavers?: boolean
}

export interface MatchRules {
  length: number
  cube: boolean
  crawford: boolean
}

export interface MatchStanding {
  length: number
  white: number
  black: number
  cube: number
  owner: 'white' | 'black' | null
  largest: number
  crawford: boolean
  crawford_played: boolean
  jacoby: boolean
  beavers: boolean
  is_crawford: boolean
}

export interface MatchView {
  length: number
  game: number
  score: ScoreView
  crawford: boolean
  winner: 'white' | 'black' | null
  drawn: boolean
  next: string | null
}

export interface Me {
  id: string
  kind: 'guest' | 'account'
  name: string
  login: string | null
  settings: Record<string, unknown>
}

export interface Met {
  game: string | null
  invitation: InvitationView | null
}

export interface MoveReport {
  ply: number
  side: 'white' | 'black'
  move: string
  grade: 'best' | 'good' | 'inaccuracy' | 'mistake' | 'blunder'
  sign: string
  loss: number
  standing: StandingText
  text: string
  best: LineText
  reply: LineText | null
}

export interface MoveView {
  ply: number
  by: 'white' | 'black' | null
  move: string
  san: Texts
  origin: string
  target: string
  position: string
  at: number
  check: string | null
  told: ToldView[]
  roll: string | null
  number: number | null
  cube: number
  stood_in: boolean
}

export interface Moved {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: MovedData
  type: 'moved'
}

export interface MovedData {
  move: string
  clock: Times | null
  lag_ms: number
  stood_in: boolean
}

export interface NewChatLine {
  id: string
  room?: 'players' | 'spectators'
  text?: string
  preset?: string | null
}

export interface NewPassword {
  old: string
  new: string
}

export interface NewReport {
  id: string
  about: string
  text: string
  game?: string | null
}

export interface NewToken {
  id: string
  token: string
}

export interface NoProgress {
  turns: number
  most: number
}

export interface NoteView {
  ply: number
  signs: string
  text: string
}

export interface Offer {
  id: string
  expected_seq: number
  offer: 'draw' | 'abandon' | 'double' | 'takeback'
  side: 'white' | 'black'
  type: 'offer'
}

export interface OfferData {
  offer: 'draw' | 'abandon' | 'double' | 'resignation' | 'takeback'
  value: number | null
  clock: Times | null
  lag_ms: number
}

export interface OfferView {
  offer: 'draw' | 'abandon' | 'double' | 'resignation' | 'takeback'
  by: 'white' | 'black' | null
  value: number | null
}

export interface Offered {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: OfferData
  type: 'offered'
}

export interface Opened {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: OpenedData
  type: 'opened'
}

export interface OpenedData {
  throws: [number, number][]
  swapped: boolean
}

export interface Option {
  value: string | number
  names: Texts
}

export interface OptionView {
  path: string
  kind: 'boolean' | 'choice' | 'number'
  values: (boolean | number | string)[]
  labels: Texts[]
  min: number | null
  max: number | null
  default: boolean | number | string
  names: Texts
  help: Texts
}

export interface Origin {
  id: string
  names: Texts
}

export interface Part {
  title: string
  chapters: ChapterRef[]
}

export interface Periods {
  periods: number
  period_ms: number
  initial_ms: number
}

export interface PeriodsInput {
  periods: number
  period_ms: number
  initial_ms?: number
}

export interface Piece {
  letter: string
  letters: Texts
  names: Texts
  plurals: Texts
  glyph: string
  symbols: Texts
}

export interface Place {
  rulebook: string
  title: string
  anchor: string
  label: string
}

export interface PlayMove {
  id: string
  expected_seq: number
  move: string
  lang?: 'es' | 'en'
  type: 'move'
}

export interface PlayedRulebook {
  rulebook: string
  names: Texts
}

export interface Player {
  kind: 'human' | 'computer'
  name: string
  level: number | null
  engine: string | null
  person: string | null
}

export interface PlayerInput {
  kind?: 'human' | 'computer'
  name?: string
  level?: number | null
  engine?: string | null
  person?: string | null
}

export interface PlayerReport {
  side: 'white' | 'black'
  accuracy: number | null
  grades: [string, number][]
  text: string
}

export interface Players {
  white: Player
  black: Player
}

export interface PlayersInput {
  white?: PlayerInput
  black?: PlayerInput
}

export interface PointsClauses {
  opening: string | null
  lost: string | null
  departure?: string | null
  still?: string | null
}

export interface PointsScene {
  points: string[]
  bar: string
  off: string
  home: string
  still: NoProgress | null
  mover: 'white' | 'black'
  dice: [number, number] | null
  protected: Protection[]
  clauses: PointsClauses
  bearers: string
  pips: SideCounts
  kind: 'points'
}

export interface PositionIds {
  axedrez: string
  gnubg: string | null
  xgid: string | null
}

export interface PositionView {
  position: string
  scene: GridScene | PointsScene
  steps: StepsView
  outcome: EndedData | null
  turn: 'white' | 'black' | null
  played: WrittenMove[]
  chances: string[]
  notes: string[]
}

export interface PresenceFrame {
  white: 'here' | 'away' | 'left' | null
  black: 'here' | 'away' | 'left' | null
  spectators: number
  type: 'company'
}

export interface Protection {
  place: string
  pieces: string
  by: string
  reason: string
  clause: string | null
}

export interface RatedTurnText {
  move: string
  text: string
  equity: number
  loss: number
  chances: Chances
  ply: number
  is_played: boolean
  after: string
}

export interface Reach {
  moves: Record<string, Record<string, Record<string, string>>>
  drops: Record<string, string[]>
}

export interface ReadPosition {
  rulebook: string
  position: string
  options?: Record<string, boolean | number | string | string[]>
  moves?: string[]
  prefix?: string[]
}

export interface Recovery {
  login: string
  code: string
  password: string
}

export interface RefusalView {
  move: string
  reason: string
  clause: string | null
  places: string[]
  message: Texts
}

export interface Refused {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: RefusedData
  type: 'refused'
}

export interface RefusedData {
  move: string
  reason: string
  clause: string | null
  places: string[]
  details: Record<string, unknown>
}

export interface RefusedStep {
  token: string
  origin: string
  target: string
  reason: string
  clause: string | null
  places: string[]
  message: Texts
}

export interface Rematch {
  id: string
}

export interface Report {
  start: StandingText
  moves: MoveReport[]
  next: LineText | null
  moments: number[]
  puzzles: number[]
  players: PlayerReport[]
}

export interface ReportText {
  title: string
  names: string[]
  headings: string[]
  notes: string[]
  tables: Table[]
  lengths: Lengths
}

export interface Resign {
  id: string
  expected_seq: number
  side: 'white' | 'black'
  points?: number | null
  match?: boolean
  type: 'resign'
}

export interface RevealSeed {
  id: string
  expected_seq: number
  side: 'white' | 'black'
  seed: string
  type: 'reveal_seed'
}

export interface Revealed {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: RevealedData
  type: 'revealed'
}

export interface RevealedData {
  server_seed: string
}

export interface Roll {
  id: string
  expected_seq: number
  type: 'roll'
}

export interface Rolled {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: RolledData
  type: 'rolled'
}

export interface RolledData {
  roll: string
  number: number | null
}

export interface RolledOutView {
  move: string | null
  san: Texts | null
  trials: number
  equity: number
  half: number
  loss: number
  chances: ChancesView
  finished: number
  drawn: number
  cut: number
  length: number
  text: string
}

export interface RolloutView {
  id: string
  state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed'
  done: number
  total: number
  error: string | null
  results: RolledOutView[]
}

export interface Row {
  label: string
  cells: (Cell | null)[]
  low: number
  high: number
  difference: Cell | null
}

export interface Rulebook {
  id: string
  group: string
  family: string
  names: Texts
  summary: Texts | null
  same_law_as: string | null
}

export interface RulebookDetail {
  id: string
  group: string
  family: string
  names: Texts
  summary: Texts | null
  same_law_as: string | null
  hash: string
  pieces: Piece[]
  start: string
  scene: GridScene | PointsScene
  illegal_moves: string
  offers: ('draw' | 'abandon' | 'double' | 'resignation' | 'takeback')[]
  dice: boolean
  composed: boolean
  match: MatchRules
  options: OptionView[]
}

export interface RulebookRef {
  id: string
  names: Texts
  hash: string
  illegal_moves: string
  offers: ('draw' | 'abandon' | 'double' | 'resignation' | 'takeback')[]
}

export interface Saved {
  hash: string
  names: Texts
  parent: string | null
  created_at: number
}

export interface SavedDetail {
  hash: string
  names: Texts
  parent: string | null
  created_at: number
  sheet: Record<string, unknown>
  origin: Origin | null
  differences: Difference[]
  diagrams: Diagram[]
}

export interface Schema {
  family: string
  fields: Field[]
}

export interface Score {
  white: number
  black: number
}

export interface ScoreView {
  white: number
  black: number
}

export interface Section {
  title: string
  items: Item[]
  anchor: string
  prose: boolean
}

export interface SectionRef {
  anchor: string
  title: string
}

export interface SeedCommitted {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: CommittedData
  type: 'seed_committed'
}

export interface SeedData {
  seed: string
}

export interface SeedRevealed {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: SeedData
  type: 'seed_revealed'
}

export interface SeedView {
  side: 'white' | 'black'
  commitment: string | null
  seed: string | null
}

export interface Setting {
  path: string
  name: string
  value: string
  others: string[]
}

export interface SheetChoice {
  rulebook?: string | null
  options?: Record<string, boolean | number | string | string[]>
  sheet?: Record<string, unknown> | null
}

export interface SheetFault {
  field: string
  reason: string
  message: string
}

export interface SideCounts {
  white: number
  black: number
}

export interface SignIn {
  login: string
  password: string
}

export interface StakesView {
  white: number[]
  black: number[]
}

export interface StaleBody {
  error: ErrorDetail
  view: GameView
}

export interface StandingText {
  expected: number
  score: string
  text: string
}

export interface StatisticsView {
  throws: number
  faces: FairnessView
  rolls: FairnessView
}

export interface StepView {
  token: string
  label: string
  labels: Texts
  origin: string
  target: string
  choice: string
  effects: [string, string, string][]
  told: ToldView[]
}

export interface StepsPage {
  seq: number
  turn: 'white' | 'black'
  prefix: string[]
  steps: StepsView
}

export interface StepsView {
  options: StepView[]
  confirmable: boolean
  refused: RefusedStep[]
  protected: Protection[]
}

export interface Table {
  part: 'results' | 'ends' | 'course' | 'turns' | 'pieces' | 'values' | 'openings' | 'skill'
  title: string
  help: string
  rows: Row[]
}

export interface Term {
  start: number
  end: number
  id: string
}

export interface ThreatView {
  ply: number
  line: LineText | null
  text: string
}

export interface ThrowView {
  dice: string
  probability: number
  luck: number
  best: TurnView
}

export interface TimeAllowance {
  initial_ms: number
  increment_ms: number
}

export interface TimeAllowanceInput {
  initial_ms: number
  increment_ms?: number
}

export interface Times {
  white_ms: number
  black_ms: number
}

export interface TokenLabel {
  label: string
}

export interface ToldView {
  text: Texts
  clause: string | null
}

export interface TurnView {
  move: string
  san: Texts
  estimate: EstimateView
  loss: number
  ply: number
  after: string
  text: string
}

export interface TutorView {
  seq: number
  loss: number
  grade: 'best' | 'good' | 'doubtful' | 'bad' | 'very_bad'
  text: Texts
  played: JudgedTurn
  best: JudgedTurn
  steps: StepView[]
  reasons: Texts[]
}

export interface Uncovered {
  option: string
  value: string
  line: number
}

export interface Undo {
  id: string
  expected_seq: number
  plies?: number | null
  type: 'undo'
}

export interface Undone {
  seq: number
  at: number
  by: 'white' | 'black' | null
  data: UndoneData
  type: 'undone'
}

export interface UndoneData {
  plies: number
}

export interface Variant {
  name: string
  line: number
  sheet: Record<string, unknown>
  uncovered: Uncovered[]
  faults: string[]
  outdone: Uncovered[]
  refused_parent: string
}

export interface VariantText {
  file: string
  text: string
  unsaid: Difference[]
}

export interface Variants {
  sections: string[]
  chosen: Variant
}

export interface Wanted {
  id: string
  rulebook?: string | null
  sheet?: string | Record<string, unknown> | null
  options?: Record<string, boolean | number | string | string[]>
  clock?: FischerInput | DelayInput | BronsteinInput | ByoyomiInput | Correspondence | null
  colour?: 'white' | 'black' | 'lot'
  position?: string | null
  seeds?: boolean
  delay?: number
}

export interface WrittenMove {
  by: 'white' | 'black' | null
  move: string
  san: Texts
  origin: string
  target: string
}
