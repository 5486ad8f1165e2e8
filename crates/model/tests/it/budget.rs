//! Budgets: the purses that are spent from, and the ends of a meter.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tilewright_model::budget::{Budget, End, Meter, Pulse};

/// Nodes between two looks at the budget.
const LOOK_EVERY: u64 = 512;

/// The nodes until the end.
fn used(meter: &mut Meter) -> (u64, End) {
    loop {
        if let Some(end) = meter.node() {
            return (meter.stats().nodes, end);
        }
    }
}

#[test]
fn a_clone_spends_from_the_same_purse() {
    let budget = Budget::default().nodes(2000);
    let (mut a, mut b) = (budget.clone().meter(), budget.meter());
    while a.node().is_none() && b.node().is_none() {}
    drop((a, b));
    let spent = budget.spent();
    assert!((2000..2000 + LOOK_EVERY).contains(&spent), "{spent}");
    assert_eq!(budget.meter().end(), Some(End::Nodes));
    let alone = Budget::default().nodes(1000);
    assert_eq!(used(&mut alone.meter()), (1000, End::Nodes));
}

#[test]
fn a_part_has_a_purse_of_its_own() {
    let budget = Budget::default().nodes(1000);
    let part = budget.part(700);
    assert_eq!(used(&mut part.meter()), (700, End::Nodes));
    assert_eq!((part.spent(), budget.spent()), (700, 0));
    budget.spend(part.spent());
    assert_eq!(used(&mut budget.part(700).meter()), (300, End::Nodes));
    assert_eq!(budget.apart().nodes_left(), Some(300));
    assert_eq!(Budget::default().apart().nodes_left(), None);
}

#[test]
fn a_search_that_ended_has_told_what_it_cost() {
    let budget = Budget::default();
    let mut meter = budget.meter_to(Some(1));
    assert_eq!(meter.nodes(7), None);
    meter.solution();
    assert_eq!((meter.end(), budget.spent()), (Some(End::Limit), 7));
    assert_eq!(budget.meter_to(Some(0)).end(), Some(End::Limit));
}

#[test]
fn a_halt_ends_the_parts_and_not_the_whole() {
    let budget = Budget::default();
    let part = budget.part(9000);
    let mut below = part.part(8000).meter();
    part.halt();
    assert_eq!(below.poll(), Some(End::Interrupted));
    assert_eq!(budget.end(), None);
}

#[test]
fn a_failure_is_told_to_the_whole() {
    let budget = Budget::default();
    let (part, other) = (budget.apart(), budget.apart());
    assert_eq!(part.fail("it is not there"), End::Failed);
    part.fail("it is still not there");
    assert_eq!(part.meter().end(), Some(End::Failed));
    assert_eq!(budget.failure(), Some("it is not there"));
    assert_eq!((other.failure(), other.end()), (None, None));
}

#[test]
fn the_earliest_moment_and_the_flag_count() {
    let flag = Arc::new(AtomicBool::new(false));
    let budget = Budget::default().time(Duration::MAX).stop(flag.clone());
    assert_eq!((budget.deadline, budget.end()), (None, None));
    let late = budget.clone().time(Duration::ZERO);
    assert_eq!(late.time(Duration::from_mins(1)).end(), Some(End::Time));
    flag.store(true, Relaxed);
    assert_eq!(budget.meter().end(), Some(End::Interrupted));
}

#[test]
fn what_is_lacking_is_told_to_the_whole() {
    let budget = Budget::default();
    let part = budget.part(5);
    assert_eq!(budget.lacked(), None);
    assert_eq!(part.meter().lacks(1000), End::Memory);
    part.lacks(10);
    assert_eq!((part.lacked(), budget.lacked()), (Some(1000), Some(1000)));
    let all = Budget::default().memory(1000);
    let beside = all.beside(300);
    assert_eq!(beside.memory, Some(700));
    beside.needs(900);
    assert_eq!((beside.lacked(), all.lacked()), (Some(900), Some(1200)));
}

#[test]
fn a_meter_tells_what_it_has_counted() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&heard);
    let pulse = Arc::new(Pulse::new(Duration::ZERO, move |stats| {
        listener.lock().unwrap().push(stats.nodes);
    }));
    let budget = Budget::default().pulse(Arc::clone(&pulse));
    for _ in 0..2 {
        let mut meter = budget.meter();
        for _ in 0..1000 {
            assert_eq!(meter.node(), None);
        }
        meter.solution();
        assert_eq!(meter.poll(), None);
    }
    let heard = heard.lock().unwrap();
    assert!(heard.is_sorted());
    assert_eq!(heard.last(), Some(&2000));
    assert_eq!(pulse.stats().solutions, 2);
}

#[test]
fn a_pulse_is_not_heard_more_often_than_asked() {
    let pulse = Arc::new(Pulse::new(Duration::MAX, |_| panic!("too early")));
    let mut meter = Budget::default().pulse(pulse.clone()).meter();
    assert_eq!(meter.nodes(5), None);
    assert_eq!(meter.poll(), None);
    assert_eq!(pulse.stats().nodes, 5);
}
