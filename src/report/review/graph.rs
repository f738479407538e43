//! The chances of winning of a game as an SVG graph, ply by ply.

use super::ReviewReport;
use crate::report::Lang;
use crate::review::EventKind;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 300.0;
const MARGIN: f64 = 40.0;
/// The distance in plies between the grid lines.
const PLIES: usize = 20;

impl ReviewReport<'_> {
    /// The graph of Black's chance of winning: above the middle Black is better. Blunders and missed mates
    /// are marked, with explanatory titles. A position without a result leaves a gap.
    pub fn svg(&self, lang: Lang) -> String {
        let last = (self.game.standings.len() - 1).max(1) as f64;
        let x = |ply: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * ply as f64 / last;
        let y = |chance: f64| MARGIN + (HEIGHT - 2.0 * MARGIN) * (1.0 - chance);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
             font-size=\"11\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n"
        );
        for (percent, color) in [(0, "#000"), (25, "#ddd"), (50, "#888"), (75, "#ddd"), (100, "#000")] {
            let (left, right, at) = (MARGIN, WIDTH - MARGIN, y(f64::from(percent) / 100.0));
            svg += &format!(
                "<path d=\"M{left} {at:.1}H{right}\" stroke=\"{color}\"/>\n\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{percent}%</text>\n",
                left - 4.0,
                at + 4.0
            );
        }
        for ply in (0..self.game.standings.len()).step_by(PLIES) {
            let (at, top, bottom) = (x(ply), MARGIN, HEIGHT - MARGIN);
            svg += &format!(
                "<path d=\"M{at:.1} {top}V{bottom}\" stroke=\"#ddd\"/>\n\
                 <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{ply}</text>\n",
                bottom + 14.0
            );
        }
        let mut path = String::new();
        let mut is_drawing = false;
        for (ply, standing) in self.game.standings.iter().enumerate() {
            let Some(chance) = standing.chance_of_black() else {
                is_drawing = false;
                continue;
            };
            let letter = if is_drawing { 'L' } else { 'M' };
            path += &format!("{letter}{:.1} {:.1}", x(ply), y(chance));
            is_drawing = true;
        }
        svg += &format!("<path d=\"{path}\" fill=\"none\" stroke=\"#06c\" stroke-width=\"2\"/>\n");
        for event in &self.game.events {
            let color = match event.kind {
                EventKind::Dubious { .. } => "#e90",
                EventKind::Blunder { .. } => "#c00",
                EventKind::LosingMove => "#000",
                EventKind::MissedMate { .. } | EventKind::MissedDeclaration | EventKind::MissedTry { .. } => {
                    "#909"
                }
            };
            let ply = event.ply.min(self.moves.len());
            let chance = self.game.standings[ply].chance_of_black().unwrap_or(0.5);
            let radius = if event.kind == EventKind::LosingMove { 7 } else { 4 };
            let fill = if event.kind == EventKind::LosingMove { "none" } else { color };
            let said = format!(
                "{}: {}",
                self.move_name(event.ply, lang),
                self.event_text(event.ply, &event.kind, lang)
            );
            svg += &format!(
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{color}\"><title>{said}</title></circle>\n",
                x(ply),
                y(chance)
            );
        }
        let title = lang.pick("先手の勝率", "Black's chance of winning");
        svg += &format!(
            "<text x=\"{MARGIN}\" y=\"{:.1}\" font-size=\"13\">{title}</text>\n</svg>\n",
            MARGIN - 14.0
        );
        svg
    }
}
